package dev.sluice.testkit.contract;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets tries through until so many records have passed, and holds those that come then, until it is
 * opened. Safe from any thread.
 */
final class Gate implements Script {
  private final Script behind;
  private final List<HeldTry> held = new ArrayList<>();
  private long left;
  private boolean open;

  /**
   * @param records how many may pass before it closes
   * @param behind what those do that pass
   */
  Gate(long records, Script behind) {
    this.left = records;
    this.behind = behind;
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    synchronized (this) {
      if (!open && left < chunk.size()) {
        left = 0;
        HeldTry waiting = new HeldTry(chunk, context, Promise.promise());
        held.add(waiting);
        return waiting.outcome().future();
      }
      left -= chunk.size();
    }
    return behind.handle(chunk, context);
  }

  /** All that were ever held. */
  synchronized List<HeldTry> held() {
    return List.copyOf(held);
  }

  boolean holdsSome() {
    return !held().isEmpty();
  }

  /** Whether the engine has stopped waiting for one that is held. */
  boolean someEnded() {
    return held().stream().anyMatch(HeldTry::ended);
  }

  /** Lets all go on, now and from now on. */
  void open() {
    List<HeldTry> waiting;
    synchronized (this) {
      open = true;
      waiting = List.copyOf(held);
    }
    for (HeldTry each : waiting) {
      if (!each.outcome().future().isComplete()) {
        behind.handle(each.chunk(), each.context()).onComplete(each.outcome());
      }
    }
  }
}
