package dev.sluice.api;

import io.vertx.core.buffer.Buffer;

/**
 * The context of a {@link BlockingChunkHandler}'s try.
 *
 * @param <T> the decoded value of a record
 */
public non-sealed interface BlockingChunkContext<T> extends TryContext<T> {

  /** The work of one record. */
  @FunctionalInterface
  interface Step<T> {
    /**
     * Processes one record; may block.
     *
     * @throws Exception when the record failed
     */
    void accept(SourceRecord<T> sourceRecord) throws Exception;
  }

  /**
   * A checkpoint that leaves a state for whoever goes on behind it, see {@link #resumeState()} and
   * {@link ChunkContext#checkpoint(SourceRecord, Buffer)}. Blocks until the source has stored it.
   *
   * @throws UnsupportedOperationException when the source keeps no states; the checkpoint counts
   * @throws TryEnded when the try is dead, or its lane is gone before the state was stored
   * @throws InterruptedException when the try is abandoned or cut meanwhile
   */
  void checkpoint(SourceRecord<T> upTo, Buffer state) throws InterruptedException;

  /**
   * Gives one record up, see {@link ChunkContext#reject}. Blocks until it has ended.
   *
   * @throws IllegalStateException when the record stays unsettled and its lane has stopped
   * @throws TryEnded when the try is dead
   * @throws InterruptedException when the try is abandoned or cut meanwhile
   */
  void reject(SourceRecord<T> rejected, Throwable cause) throws InterruptedException;

  /**
   * Runs one step per record on the calling thread, each checkpointed when it returns, and looks
   * for a drain between two records, never inside one.
   *
   * @return {@link Outcome#DONE} after the last record, {@link Outcome#STOPPED} when a drain was
   *     seen before it
   * @throws Exception what the step threw
   */
  Outcome forEach(Step<T> step) throws Exception;
}
