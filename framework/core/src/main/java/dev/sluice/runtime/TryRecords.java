package dev.sluice.runtime;

import dev.sluice.progress.LaneLedger;
import io.vertx.core.Future;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which records of a running try have ended in the books: those before its last checkpoint, but for
 * rejected ones whose dead letter is not confirmed, and rejected ones behind it. On the event loop.
 */
final class TryRecords {
  private final RawChunk chunk;
  private final BitSet rejected = new BitSet(0);
  private final BitSet unburied = new BitSet(0);
  private int checkpointed;
  private final Map<Integer, Future<Void>> writing = new HashMap<>(0);
  private Runnable whenWritten = () -> {};

  TryRecords(RawChunk chunk) {
    this.chunk = chunk;
  }

  /** How many records are checkpointed in the books. */
  int checkpointed() {
    return checkpointed;
  }

  /** A checkpoint: the records before it are done, but for the rejected ones. */
  void checkpoint(LaneLedger ledger, int records) {
    done(ledger, checkpointed, records);
    checkpointed = Math.max(checkpointed, records);
  }

  private void done(LaneLedger ledger, int from, int to) {
    int start = from;
    while (start < to) {
      int hole = unburied.nextSetBit(start);
      int end = hole < 0 || hole > to ? to : hole;
      chunk.runs(start, end, ledger::done);
      start = end + 1;
    }
  }

  /**
   * What the handler has rejected so far, heard of by the loop or not: none of it ends with a
   * checkpoint.
   *
   * @param asked the records, or null for none
   */
  void asked(BitSet asked) {
    if (asked != null) {
      asked.andNot(rejected);
      unburied.or(asked);
    }
  }

  /** A dead letter is being written: its record does not end with a checkpoint. */
  void rejecting(int index, Future<Void> ended) {
    unburied.set(index);
    writing.put(index, ended);
  }

  /** The end of a record whose dead letter is being written, or null. */
  Future<Void> rejected(int index) {
    return writing.get(index);
  }

  /** The record has not ended and will not in this try. */
  void stays(int index) {
    unburied.set(index);
  }

  /** The letter is confirmed; the caller enters it in the books. */
  void buried(int index) {
    unburied.clear(index);
    rejected.set(index);
  }

  /** A letter is confirmed or has failed. */
  void written(int index) {
    writing.remove(index);
    if (writing.isEmpty()) {
      Runnable action = whenWritten;
      whenWritten = () -> {};
      action.run();
    }
  }

  /** Runs an action once no letter is being written, at once if none is. */
  void whenWritten(Runnable action) {
    if (writing.isEmpty()) {
      action.run();
    } else {
      whenWritten = action;
    }
  }

  /** Whether a checkpoint lies behind a rejected record that has not ended. */
  boolean passedOver() {
    int first = unburied.nextSetBit(0);
    return first >= 0 && first < checkpointed;
  }

  /** Records that have not ended, counted from what the try has said. */
  long held() {
    int behind = rejected.isEmpty() ? 0 : rejected.get(checkpointed, chunk.size()).cardinality();
    int before = unburied.isEmpty() ? 0 : unburied.get(0, checkpointed).cardinality();
    return (long) chunk.size() - checkpointed - behind + before;
  }

  /** The records that have not ended. */
  Optional<RawChunk> rest(LaneLedger ledger) {
    if (rejected.isEmpty() && unburied.isEmpty()) {
      return checkpointed == chunk.size()
          ? Optional.empty()
          : Optional.of(chunk.tail(checkpointed));
    }
    return Optional.ofNullable(chunk.open(ledger));
  }
}
