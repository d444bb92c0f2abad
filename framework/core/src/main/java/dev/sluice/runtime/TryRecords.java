package dev.sluice.runtime;

import dev.sluice.progress.LaneLedger;
import io.vertx.core.Future;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which records of a running try have ended in the books: those before its last checkpoint, but for
 * rejected ones whose dead letter is not confirmed, and rejected ones behind it. Most tries reject
 * nothing and keep one number. On the event loop.
 */
final class TryRecords {
  private final RawChunk chunk;
  private int checkpointed;
  private Rejected rejects;

  /** What a try has rejected. */
  private static final class Rejected {
    private final BitSet buried = new BitSet();
    private final BitSet unburied = new BitSet();
    private final Map<Integer, Future<Void>> writing = new HashMap<>();
    private Runnable whenWritten = () -> {};
  }

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
      int hole = rejects == null ? -1 : rejects.unburied.nextSetBit(start);
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
      asked.andNot(rejects().buried);
      rejects().unburied.or(asked);
    }
  }

  private Rejected rejects() {
    if (rejects == null) {
      rejects = new Rejected();
    }
    return rejects;
  }

  /** A dead letter is being written: its record does not end with a checkpoint. */
  void rejecting(int index, Future<Void> ended) {
    rejects().unburied.set(index);
    rejects().writing.put(index, ended);
  }

  /** The end of a record whose dead letter is being written, or null. */
  Future<Void> rejected(int index) {
    return rejects == null ? null : rejects.writing.get(index);
  }

  /** The letter is confirmed; the caller enters it in the books. */
  void buried(int index) {
    rejects().unburied.clear(index);
    rejects().buried.set(index);
  }

  /** A letter is confirmed or has failed. */
  void written(int index) {
    Rejected all = rejects();
    all.writing.remove(index);
    if (all.writing.isEmpty()) {
      Runnable action = all.whenWritten;
      all.whenWritten = () -> {};
      action.run();
    }
  }

  /** Whether a record was rejected and its letter confirmed. */
  boolean hasBuried(int index) {
    return rejects != null && rejects.buried.get(index);
  }

  /** The first rejected record that has not ended, or -1. */
  int firstUnburied() {
    return rejects == null ? -1 : rejects.unburied.nextSetBit(0);
  }

  /** Runs an action once no letter is being written, at once if none is. */
  void whenWritten(Runnable action) {
    if (rejects == null || rejects.writing.isEmpty()) {
      action.run();
    } else {
      Runnable others = rejects.whenWritten;
      rejects.whenWritten =
          () -> {
            others.run();
            action.run();
          };
    }
  }

  /** Whether a checkpoint lies behind a rejected record that has not ended. */
  boolean passedOver() {
    int first = firstUnburied();
    return first >= 0 && first < checkpointed;
  }

  /** Records that have not ended, counted from what the try has said. */
  long held() {
    long open = (long) chunk.size() - checkpointed;
    if (rejects == null) {
      return open;
    }
    int behind = rejects.buried.get(checkpointed, chunk.size()).cardinality();
    int before = rejects.unburied.get(0, checkpointed).cardinality();
    return open - behind + before;
  }

  /** The records that have not ended. */
  Optional<RawChunk> rest(LaneLedger ledger) {
    if (rejects == null || (rejects.buried.isEmpty() && rejects.unburied.isEmpty())) {
      return checkpointed == chunk.size()
          ? Optional.empty()
          : Optional.of(chunk.tail(checkpointed));
    }
    return Optional.ofNullable(chunk.open(ledger));
  }
}
