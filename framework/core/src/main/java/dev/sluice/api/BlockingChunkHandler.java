package dev.sluice.api;

/**
 * A task that may block. It runs on a thread of its own, which is interrupted when the try is
 * abandoned at its limit or cut by a drain.
 *
 * @param <T> the decoded value of a record
 */
public non-sealed interface BlockingChunkHandler<T> extends ChunkTask<T> {

  /**
   * Processes one chunk on a thread that may block.
   *
   * @return how the try ended
   * @throws Exception when the try failed; {@link InterruptedException} after a cut is expected
   */
  Outcome handle(Chunk<T> chunk, BlockingChunkContext<T> context) throws Exception;
}
