package dev.sluice.runtime;

import dev.sluice.config.OnFailure;

/**
 * Gives single records of one strand up: skips them, stops the lane, or has their dead letter
 * written, one at a time. A letter under way counts as a try in flight and keeps its place. On the
 * event loop.
 */
final class Graves<T> {
  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final Strand<T> strand;
  private final StrandLog log;
  private Burial current;

  /** The record whose dead letter is being written. */
  private static final class Burial {
    private final Work work;
    private final Throwable cause;

    Burial(Work work, Throwable cause) {
      this.work = work;
      this.cause = cause;
    }
  }

  Graves(LaneRun<T> lane, LaneParts<T> parts, Strand<T> strand, StrandLog log) {
    this.lane = lane;
    this.parts = parts;
    this.strand = strand;
    this.log = log;
  }

  boolean busy() {
    return current != null;
  }

  long held() {
    return current == null ? 0 : current.work.size();
  }

  /**
   * Gives a record up.
   *
   * @return true when its dead letter is being written, which needs a place
   */
  boolean giveUp(Work record, OnFailure how, Throwable cause, String reason) {
    if (how == OnFailure.SKIP) {
      lane.account().skip(record.rest());
      return false;
    }
    if (how == OnFailure.STOP) {
      strand.halt(record, reason);
      return false;
    }
    if (!lane.account().underCeiling()) {
      strand.halt(record, log.ceiling(reason));
      return false;
    }
    bury(record, cause);
    return true;
  }

  private void bury(Work record, Throwable cause) {
    Burial begun = new Burial(record, cause);
    current = begun;
    parts.tally().triesInFlight.incrementAndGet();
    parts
        .burials()
        .write(lane.ref(), record.rest(), cause, record.failures(), () -> begun == current)
        .onComplete(written -> parts.loop().execute(() -> buried(begun, written.cause())));
  }

  private void buried(Burial ended, Throwable failure) {
    if (ended != current) {
      return; // Cut meanwhile; the letter may be there twice, the record is handed back.
    }
    current = null;
    Work record = ended.work;
    if (failure == null) {
      log.buried(record, ended.cause);
      lane.account().deadLettered(record.rest());
    } else {
      String reason = log.notBuried(record, ended.cause, failure);
      if (lane.mayStart()) {
        strand.halt(record, reason);
      } else {
        strand.leaveBehind(record.rest());
      }
    }
    strand.over();
  }

  /** The engine stops waiting for a letter; its record is handed back. */
  void cut() {
    if (current != null) {
      Work record = current.work;
      current = null;
      strand.count(TryCount.CUT);
      strand.leaveBehind(record.rest());
      parts.tally().triesInFlight.decrementAndGet();
      parts.host().leave();
      parts.host().tryOver(lane);
    }
  }
}
