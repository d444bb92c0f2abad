package dev.sluice.runtime;

/**
 * One chunk on its way: opened in the ledger once, tried until it is done, handed back or given up.
 *
 * @param ticket its ticket in the ledger
 * @param rest the records that are not done yet
 * @param doneBefore how many records of the chunk lie before {@code rest}
 * @param failures how often the first record of {@code rest} was in a failed try
 */
record Work(long ticket, RawChunk rest, int doneBefore, int failures) {

  /**
   * The same work after a failed try that had checkpointed {@code checkpointed} records of rest.
   */
  Work failedAfter(int checkpointed) {
    return checkpointed == 0
        ? new Work(ticket, rest, doneBefore, failures + 1)
        : new Work(ticket, rest.tail(checkpointed), doneBefore + checkpointed, 1);
  }
}
