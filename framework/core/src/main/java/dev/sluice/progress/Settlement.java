package dev.sluice.progress;

import java.time.Duration;
import java.util.List;

/**
 * What the engine tells a source about a stretch of one lane. Always carries the lane's generation;
 * a source drops one whose generation is not the current one and counts it as stale.
 */
public sealed interface Settlement {

  /** The lane as it was owned when the work was done. */
  LaneRef lane();

  /** Position of the first record of the stretch. */
  long from();

  /** The position after the stretch: the next record to process, never last + 1. */
  long next();

  /** How many records the stretch has. */
  long records();

  /**
   * The records of the stretch are processed, dead-lettered or passed over by policy. For a
   * cumulative source everything before {@code next} is; for an individual one exactly the records
   * delivered with positions from {@code from} to before {@code next}.
   *
   * @param carried what to keep with it, if the source can
   */
  record Done(LaneRef lane, long from, long next, long records, Carried carried)
      implements Settlement {

    /** A stretch without anything carried. */
    public Done(LaneRef lane, long from, long next, long records) {
      this(lane, from, next, records, Carried.NONE);
    }
  }

  /**
   * The records of the stretch are not processed and are somebody else's now. Only asked of sources
   * for which handing back is not free.
   *
   * @param states the resume states of records in the stretch
   */
  record HandBack(LaneRef lane, long from, long next, long records, List<ResumeState> states)
      implements Settlement {

    /** Copies the list. */
    public HandBack {
      states = List.copyOf(states);
    }
  }

  /**
   * One record has failed and comes again later. Only asked of sources that count attempts.
   *
   * @param after how long it stays away at least
   * @param error what went wrong, in one line
   * @param states the resume state of the record, if there is one
   */
  record RetryLater(
      LaneRef lane, long from, long next, Duration after, String error, List<ResumeState> states)
      implements Settlement {

    /** Copies the list. */
    public RetryLater {
      states = List.copyOf(states);
    }

    @Override
    public long records() {
      return 1;
    }
  }

  /**
   * One record is given up, and its dead letter written if there is a place for it: the source
   * keeps it as dead. Only asked of sources that keep what is given up.
   *
   * @param error what went wrong, in one line
   * @param states the resume state of the record, if there is one
   */
  record Dead(LaneRef lane, long from, long next, String error, List<ResumeState> states)
      implements Settlement {

    /** Copies the list. */
    public Dead {
      states = List.copyOf(states);
    }

    @Override
    public long records() {
      return 1;
    }
  }
}
