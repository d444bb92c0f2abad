package dev.sluice.runtime;

import dev.sluice.api.Outcome;
import dev.sluice.drain.LaneState;
import dev.sluice.progress.LaneLedger;
import dev.sluice.time.Timers;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tries of one lane: at most one runs, at most one waits to be repeated, and a try that was
 * abandoned at its limit keeps the lane busy until its handler has really ended. Confined to the
 * event loop.
 */
final class LaneTries<T> implements RunningTry.Listener<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(LaneTries.class);
  private static final Timers.Timer NONE = () -> {};

  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final LaneLedger ledger;

  private RunningTry<T> running;
  private Work retry;
  private Timers.Timer retryTimer = NONE;
  private final HandlerWatch<T> watch;

  LaneTries(LaneRun<T> lane, LaneParts<T> parts, LaneLedger ledger) {
    this.lane = lane;
    this.parts = parts;
    this.ledger = ledger;
    this.watch = new HandlerWatch<>(lane, parts);
  }

  /** A handler is inside a try, or a failed chunk waits for its next one. */
  boolean busy() {
    return running != null || retry != null;
  }

  /** True while the engine waits for a try. */
  boolean inFlight() {
    return running != null && running.progress().alive();
  }

  /** True while a handler has not come back, waited for or not. */
  boolean handlerInside() {
    return running != null;
  }

  /** The age of the try in flight, or zero. */
  Duration age() {
    return running == null ? Duration.ZERO : running.progress().age();
  }

  /** Starts a try; a place was admitted. */
  void start(Work work, DecodedChunk<T> chunk) {
    // Counted before the call: a handler that blocks the loop never comes back from it.
    parts.tally().triesInFlight.incrementAndGet();
    try {
      running = parts.launcher().launch(chunk, work, lane, this);
    } catch (RuntimeException | Error e) {
      parts.tally().triesInFlight.decrementAndGet();
      throw e;
    }
    RunningTry<T> started = running;
    Duration left = parts.settings().limit().minus(started.progress().age());
    started.limitTimer(parts.timers().once(left, () -> limitReached(started)));
  }

  @Override
  public void checkpointed(RunningTry<T> current) {
    if (current == running && current.progress().alive()) {
      apply(current, current.progress().checkpointed());
      lane.progressed();
    }
  }

  private void apply(RunningTry<T> current, int checkpointed) {
    if (checkpointed > 0) {
      Work work = current.work();
      ledger.checkpoint(
          work.ticket(),
          work.rest().nextPositionAfter(checkpointed),
          work.doneBefore() + checkpointed);
    }
  }

  @Override
  public void tryEnded(RunningTry<T> ended, TryEnd end) {
    boolean inTime = ended.progress().alive();
    ended.handlerHasEnded();
    if (!inTime) {
      late(ended, end);
      return;
    }
    int checkpointed = ended.progress().end("it has completed");
    running = null;
    if (end instanceof TryEnd.Finished finished && finished.outcome() == Outcome.DONE) {
      finished(ended);
    } else if (end instanceof TryEnd.Finished && lane.draining()) {
      apply(ended, checkpointed);
      lane.progressed();
      countInDrain(parts.tally().drainCheckpointed);
    } else {
      failed(ended, checkpointed, end.cause());
    }
    // After the books, so that no other thread sees work in neither place.
    parts.tally().triesInFlight.decrementAndGet();
    parts.host().leave();
    parts.host().tryOver(lane);
    lane.advance();
  }

  private void finished(RunningTry<T> ended) {
    countInDrain(parts.tally().drainFinished);
    ledger.done(ended.work().ticket());
    lane.progressed();
  }

  /** The report tells of the stop, not of rebalances before it. */
  private void countInDrain(AtomicLong counter) {
    if (parts.host().draining()) {
      counter.incrementAndGet();
    }
  }

  /** A handler has come back after the engine stopped waiting for it: too late to count. */
  private void late(RunningTry<T> ended, TryEnd end) {
    if (end instanceof TryEnd.Finished) {
      parts.tally().lateCompletions.incrementAndGet();
    }
    if (ended == running) {
      running = null;
      parts.host().leave();
      watch.ended();
      rescheduleAbandoned(ended);
      if (lane.state() instanceof LaneState.Gone) {
        parts.host().handlerEnded(lane);
      }
      lane.advance();
    }
  }

  private void failed(RunningTry<T> ended, int checkpointed, Throwable cause) {
    apply(ended, checkpointed);
    lane.progressed();
    if (lane.ending()) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.ref().name())
          .log(
              "a try failed on a lane that ends; its chunk is handed back: {}",
              Causes.brief(cause));
      countInDrain(parts.tally().drainHandedBack);
      leaveBehind(ended, checkpointed);
      return;
    }
    retryOrGiveUp(ended.work(), checkpointed, cause);
  }

  private void retryOrGiveUp(Work work, int checkpointed, Throwable cause) {
    if (checkpointed == work.rest().size()) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.ref().name())
          .setCause(cause)
          .log("a handler failed after its last checkpoint; all its records are done");
      return;
    }
    failure(work.failedAfter(checkpointed), cause);
  }

  private void leaveBehind(RunningTry<T> ended, int checkpointed) {
    if (checkpointed < ended.work().rest().size() && parts.host().draining()) {
      parts.host().leftBehind();
    }
  }

  private void failure(Work work, Throwable cause) {
    FailurePolicy.Verdict verdict = parts.policy().judge(lane.ref(), work, cause);
    if (verdict instanceof FailurePolicy.Retry again) {
      retry = work;
      retryTimer = parts.timers().once(again.pause(), this::retryNow);
    } else if (verdict instanceof FailurePolicy.Halt halt) {
      lane.halt(halt.reason());
    } else {
      lane.skip(work.ticket(), work.rest());
    }
  }

  private void retryNow() {
    if (retry == null || lane.ending()) {
      return;
    }
    if (!parts.host().admit(lane)) {
      retryTimer = NONE;
      return;
    }
    Work work = retry;
    retry = null;
    boolean started = false;
    try {
      started = startAgain(work);
    } catch (RuntimeException | Error e) {
      lane.broken(e);
    } finally {
      if (!started) {
        parts.host().leave();
      }
    }
    lane.advance();
  }

  private boolean startAgain(Work work) {
    ChunkDecoding.Decoded<T> decoded = parts.decoding().decode(work.rest());
    if (!decoded.complete()) {
      failure(work.failedAfter(0), decoded.failure());
      return false;
    }
    start(work, decoded.chunk(lane.ref().name(), work.rest(), work.failures()));
    return true;
  }

  /** A place has become free: starts the retry that found none. */
  void resumeRetry() {
    if (retry != null && retryTimer == NONE) {
      retryNow();
    }
  }

  /** Wakes a waiting retry and hands it back: its records stay open and come again. */
  void dropRetry() {
    retryTimer.cancel();
    retry = null;
  }

  private void limitReached(RunningTry<T> expired) {
    if (expired != running || !expired.progress().alive()) {
      return;
    }
    String trace =
        Arrays.stream(expired.progress().stack())
            .map(frame -> "\n    at " + frame)
            .collect(Collectors.joining());
    int checkpointed = expired.kill("its limit of " + parts.settings().limit() + " is over");
    LOGGER
        .atError()
        .addKeyValue("lane", lane.ref().name())
        .addKeyValue("ageMs", expired.progress().age().toMillis())
        .log(
            "handler {} ran past its limit of {}; the try is abandoned{}",
            parts.settings().handler(),
            parts.settings().limit(),
            trace);
    watch.watch(expired);
    over(expired, checkpointed, true);
  }

  /** The engine stops waiting for a try; its place stays taken until the handler has ended. */
  private void over(RunningTry<T> killed, int checkpointed, boolean failed) {
    apply(killed, checkpointed);
    lane.progressed();
    if (lane.ending()) {
      countInDrain(failed ? parts.tally().drainHandedBack : parts.tally().drainCut);
      leaveBehind(killed, checkpointed);
    }
    parts.tally().triesInFlight.decrementAndGet();
    parts.host().tryOver(lane);
  }

  private void rescheduleAbandoned(RunningTry<T> ended) {
    if (!lane.ending()) {
      Duration limit = parts.settings().limit();
      retryOrGiveUp(
          ended.work(),
          ended.progress().checkpointed(),
          new TimeoutException("no end within the limit of " + limit));
    }
  }

  /** Ends the try in flight, if there is one, and hands a waiting retry back. */
  void killAll(String why) {
    dropRetry();
    if (inFlight()) {
      int checkpointed = running.kill(why);
      running.cancelLimit();
      watch.watch(running);
      over(running, checkpointed, false);
    }
  }
}
