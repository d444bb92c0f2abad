package dev.sluice.testkit;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/**
 * One call of a {@link HeldHandler}. What it does takes effect when the loop is turned next.
 *
 * @param <T> the decoded value of a record
 */
public final class HeldCall<T> {
  private final Chunk<T> chunk;
  private final ChunkContext<T> context;
  private final Promise<Outcome> outcome = Promise.promise();

  HeldCall(Chunk<T> chunk, ChunkContext<T> context) {
    this.chunk = chunk;
    this.context = context;
  }

  /** What the handler was given. */
  public Chunk<T> chunk() {
    return chunk;
  }

  /** The context of the try. */
  public ChunkContext<T> context() {
    return context;
  }

  /** The decoded values in their order. */
  public List<T> values() {
    return chunk.records().stream().map(SourceRecord::value).toList();
  }

  /** Whether the handler has ended, waited for or not. */
  public boolean ended() {
    return outcome.future().isComplete();
  }

  /** Whether the engine has stopped waiting for it. */
  public boolean abandoned() {
    return context.ended().isComplete();
  }

  /** The handler finishes. */
  public void done() {
    outcome.complete(Outcome.DONE);
  }

  /** The handler stops at its last checkpoint. */
  public void stopped() {
    outcome.complete(Outcome.STOPPED);
  }

  /** The handler fails. */
  public void fail(Throwable cause) {
    outcome.fail(cause);
  }

  Future<Outcome> future() {
    return outcome.future();
  }

  @Override
  public String toString() {
    return chunk.lane() + values();
  }
}
