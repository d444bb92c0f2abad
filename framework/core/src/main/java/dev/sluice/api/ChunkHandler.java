package dev.sluice.api;

import io.vertx.core.Future;

/**
 * A task on the event loop.
 *
 * @param <T> the decoded value of a record
 */
public non-sealed interface ChunkHandler<T> extends ChunkTask<T> {

  /**
   * Processes one chunk. Called on the event loop; must not block. The returned future bounds the
   * try: when it has not completed by the declared limit, the try is abandoned and its context
   * dead.
   *
   * <p>While a drain runs ({@link TryContext#draining()}), finish if the limit allows it or return
   * {@link Outcome#STOPPED} after a checkpoint.
   *
   * @return completes with how the try ended; fails, or the call throws, when the try failed
   */
  Future<Outcome> handle(Chunk<T> chunk, ChunkContext<T> context);

  /** The body of a handler written as a lambda. */
  @FunctionalInterface
  interface Body<T> {
    /** See {@link ChunkHandler#handle}. */
    Future<Outcome> handle(Chunk<T> chunk, ChunkContext<T> context);
  }

  /**
   * A handler from a lambda, for small pipelines and tests.
   *
   * @param limits what {@link #limits()} will answer
   * @param body what {@link #handle} will do
   */
  static <T> ChunkHandler<T> of(TaskLimits limits, Body<T> body) {
    return new LambdaHandler<>(limits, body);
  }
}
