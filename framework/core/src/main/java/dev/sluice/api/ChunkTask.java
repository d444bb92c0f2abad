package dev.sluice.api;

import io.vertx.core.Future;

/**
 * What a pipeline runs. A task is either a {@link ChunkHandler}, which never blocks, or a {@link
 * BlockingChunkHandler}, which may: whether code blocks is a property of the code, not a setting.
 *
 * @param <T> the decoded value of a record
 */
public sealed interface ChunkTask<T> permits ChunkHandler, BlockingChunkHandler {

  /**
   * The limits of this task. {@code run}, {@code describe} and {@code chain} ask a task for them
   * that was made with services that are not connected, and that is neither opened nor closed. So
   * it must not need anything that {@link #open()} prepares, nor use a service, and two tasks of
   * one factory give the same.
   */
  TaskLimits limits();

  /**
   * Prepares the task: called once on the event loop after the services are connected and before
   * the first record is taken. A failed future refuses the start with exit code 2 if it is an
   * {@link InvalidSetup}, otherwise with 1. Must not block.
   */
  default Future<Void> open() {
    return Future.succeededFuture();
  }

  /**
   * Releases what the task holds. Called once on the event loop after the last try has ended or was
   * cut, inside the {@code close} budget; a future that does not complete in time is left behind.
   */
  default Future<Void> close() {
    return Future.succeededFuture();
  }
}
