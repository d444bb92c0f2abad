package dev.sluice.testkit.contract;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.DependencyDown;
import dev.sluice.api.Outcome;
import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes to something that can be away. Safe from any thread. */
final class Sink implements Script {
  private final Witness witness;
  private final Script write;
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger burnt = new AtomicInteger();
  private volatile boolean away = true;

  /**
   * @param write what it does when the sink is there
   */
  Sink(Witness witness, Script write) {
    this.witness = witness;
    this.write = write;
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    if (chunk.attempt() > 0) {
      burnt.incrementAndGet();
    }
    if (away) {
      refused.incrementAndGet();
      witness.givenUp(chunk.size());
      return Future.failedFuture(new DependencyDown("the sink is away"));
    }
    return write.handle(chunk, context);
  }

  /** It is there again. */
  void back() {
    away = false;
  }

  /** How many tries it has refused. */
  int refused() {
    return refused.get();
  }

  /** How many tries were told that an earlier one had failed. */
  int burnt() {
    return burnt.get();
  }
}
