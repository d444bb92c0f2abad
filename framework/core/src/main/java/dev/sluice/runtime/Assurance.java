package dev.sluice.runtime;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the lanes may be taken for ours without asking. A process that was stopped for some time
 * (SIGSTOP, a frozen machine, a long pause for garbage) may have lost them and not have heard of it
 * yet; what it has buffered must not start before the source has been asked. Whoever makes the
 * engine has {@link #turned} called again and again; where nobody does, nothing is doubted. On the
 * event loop.
 */
final class Assurance {
  private static final Logger LOGGER = LoggerFactory.getLogger(Assurance.class);

  /** Well below every session and lease, well above what a healthy loop is late by. */
  static final Duration GAP = Duration.ofSeconds(1);

  private static final Duration AGAIN = Duration.ofMillis(200);

  private final Clock clock;
  private final Timers timers;
  private final EventLoop loop;
  private final BooleanSupplier lanes;
  private final Supplier<Future<Void>> ask;
  private final Runnable assured;
  private boolean watched;
  private long turnNanos;
  private boolean doubtful;
  private boolean gapSinceAsked;

  /**
   * @param lanes whether there are any
   * @param ask asks the source; completes on any thread
   * @param assured lets every strand go on
   */
  Assurance(
      Clock clock,
      Timers timers,
      EventLoop loop,
      BooleanSupplier lanes,
      Supplier<Future<Void>> ask,
      Runnable assured) {
    this.clock = clock;
    this.timers = timers;
    this.loop = loop;
    this.lanes = lanes;
    this.ask = ask;
    this.assured = assured;
  }

  /** There is no lane any more. */
  void rest() {
    doubtful = false;
  }

  /** Whether a try may start now; asks the source when that is not sure. */
  boolean given() {
    if (watched) {
      turned();
    }
    return !doubtful;
  }

  /** The loop turns; called more often than {@link #GAP}. */
  void turned() {
    long now = clock.nanos();
    long gap = watched ? now - turnNanos : 0;
    watched = true;
    turnNanos = now;
    if (gap <= GAP.toNanos() || !lanes.getAsBoolean()) {
      return;
    }
    gapSinceAsked = true;
    if (!doubtful) {
      doubtful = true;
      LOGGER.warn(
          "the event loop did not turn for {} ms: nothing starts before the source has confirmed"
              + " the lanes",
          Duration.ofNanos(gap).toMillis());
      asking();
    }
  }

  private void asking() {
    gapSinceAsked = false;
    ask.get().onComplete(answer -> loop.execute(() -> answered(answer)));
  }

  private void answered(AsyncResult<Void> answer) {
    turned();
    if (!doubtful) {
      return;
    }
    if (answer.failed() || gapSinceAsked) {
      // After another gap the answer may be as old as the question.
      LOGGER.debug("the lanes are not confirmed yet", answer.cause());
      timers.once(AGAIN, this::askAgain);
      return;
    }
    doubtful = false;
    LOGGER.info("the source has confirmed the lanes");
    assured.run();
  }

  private void askAgain() {
    if (doubtful) {
      asking();
    }
  }
}
