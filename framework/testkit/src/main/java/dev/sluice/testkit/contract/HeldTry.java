package dev.sluice.testkit.contract;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import io.vertx.core.Promise;

/**
 * A try that waits at a {@link Gate}.
 *
 * @param chunk what it was given
 * @param context its context
 * @param outcome how it will end
 */
record HeldTry(Chunk<String> chunk, ChunkContext<String> context, Promise<Outcome> outcome) {

  /** Whether the engine has stopped waiting for it. */
  boolean ended() {
    return context.ended().isComplete();
  }
}
