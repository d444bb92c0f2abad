package dev.sluice.api;

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
   * Runs one step per record on the calling thread, each checkpointed when it returns, and looks
   * for a drain between two records, never inside one.
   *
   * @return {@link Outcome#DONE} after the last record, {@link Outcome#STOPPED} when a drain was
   *     seen before it
   * @throws Exception what the step threw
   */
  Outcome forEach(Step<T> step) throws Exception;
}
