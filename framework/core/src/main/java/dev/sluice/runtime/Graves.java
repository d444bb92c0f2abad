package dev.sluice.runtime;

import dev.sluice.config.OnFailure;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Takes single records of one strand out of it: has them come again later, skips them, stops the
 * lane, or has their dead letter written, one at a time. A writing under way counts as a try in
 * flight and keeps its place. On the event loop.
 */
final class Graves<T> {
  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final Strand<T> strand;
  private final StrandLog log;
  private Burial current;

  /** The record that is being written elsewhere. */
  private static final class Burial {
    private final Work work;
    private final Throwable cause;
    private final Optional<Duration> delay;

    /**
     * @param delay after which it comes again; empty for a dead letter
     */
    Burial(Work work, Throwable cause, Optional<Duration> delay) {
      this.work = work;
      this.cause = cause;
      this.delay = delay;
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
   * A record has failed in place as often as it may: it comes again later as long as its lane leads
   * to a delay, and is given up after the last one.
   *
   * @return true when it is being written elsewhere, which needs a place
   */
  boolean failed(Work record, OnFailure how, Throwable cause) {
    Optional<Duration> delay = parts.burials().delay(lane.ref());
    if (delay.isEmpty()) {
      return giveUp(record, how, cause, log.givenUp(record, how, cause));
    }
    if (!lane.account().underCeiling()) {
      strand.halt(record, log.ceilingOfDelays(log.failed(record, cause)));
      return false;
    }
    write(new Burial(record, cause, delay));
    return true;
  }

  /**
   * No try can do anything with a record: it does not decode, or has no id where its handler needs
   * one.
   *
   * @return as {@link #giveUp}
   */
  boolean unusable(Work record, Throwable cause) {
    FailureSettings failures = parts.settings().failures();
    if (cause instanceof MissingId) {
      return giveUp(
          record, failures.missingId(), cause, log.missingId(record, failures.missingId()));
    }
    // An Error is the decoder's trouble, not the record's.
    OnFailure how = cause instanceof Exception ? failures.malformed() : OnFailure.STOP;
    return giveUp(record, how, cause, log.malformed(record, how, cause));
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
    if (parts.burials().atSource()) {
      log.dead(record, cause);
      lane.account().dead(record.rest(), Causes.brief(cause));
      return false;
    }
    write(new Burial(record, cause, Optional.empty()));
    return true;
  }

  private void write(Burial begun) {
    current = begun;
    parts.tally().triesInFlight.incrementAndGet();
    store(begun.work, begun.cause, begun.delay.isPresent(), () -> begun == current)
        .onComplete(written -> parts.loop().execute(() -> written(begun, written.cause())));
  }

  private Future<Void> store(Work record, Throwable cause, boolean later, BooleanSupplier wanted) {
    Burials burials = parts.burials();
    return later
        ? burials.keep(lane.ref(), record.rest(), cause, record.failures(), wanted)
        : burials.write(lane.ref(), record.rest(), cause, record.failures(), wanted);
  }

  private void written(Burial ended, Throwable failure) {
    if (ended != current) {
      return; // Cut meanwhile; it may be written twice, the record is handed back.
    }
    current = null;
    Work record = ended.work;
    if (failure == null && ended.delay.isPresent()) {
      log.delayed(record, ended.delay.get(), ended.cause);
      lane.account().delayed(record.rest());
    } else if (failure == null) {
      log.buried(record, ended.cause);
      parts.burials().confirmed(lane.account(), record.rest(), ended.cause);
    } else {
      String reason =
          ended.delay.isPresent()
              ? log.notDelayed(record, ended.cause, failure)
              : log.notBuried(record, ended.cause, failure);
      if (lane.mayStart()) {
        strand.halt(record, reason);
      } else {
        strand.leaveBehind(record.rest());
      }
    }
    strand.over();
  }

  /** The engine stops waiting for what is being written; its record is handed back. */
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
