package dev.sluice.runtime;

import dev.sluice.spi.Idleness;
import dev.sluice.spi.Source;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out when a run with {@code --exit-when-idle} is over: for the whole time asked for, lanes
 * were assigned, every lane of the source had an owner, all were read to the end, and nothing was
 * in flight, waiting for a retry or unsettled. Confined to the event loop.
 */
final class IdleWatch {
  private static final Logger LOGGER = LoggerFactory.getLogger(IdleWatch.class);
  private static final Duration LONGEST_INTERVAL = Duration.ofMillis(500);
  private static final long BUSY = Long.MIN_VALUE;

  private final PipelineEngine engine;
  private final Tally tally;
  private final Source source;
  private final Clock clock;
  private final EventLoop loop;
  private final Duration idleFor;
  private final Runnable onIdle;
  private long idleSince = BUSY;
  private long received;
  private boolean asking;
  private boolean over;

  IdleWatch(
      PipelineEngine engine,
      Tally tally,
      Source source,
      Clock clock,
      EventLoop loop,
      Duration idleFor,
      Runnable onIdle) {
    this.engine = engine;
    this.tally = tally;
    this.source = source;
    this.clock = clock;
    this.loop = loop;
    this.idleFor = idleFor;
    this.onIdle = onIdle;
  }

  void start(Timers timers) {
    Duration part = idleFor.dividedBy(4);
    Duration interval = part.compareTo(LONGEST_INTERVAL) < 0 ? part : LONGEST_INTERVAL;
    timers.every(interval.isZero() ? Duration.ofMillis(1) : interval, this::look);
  }

  private void look() {
    if (!quiet()) {
      idleSince = BUSY;
      return;
    }
    // A source that is being closed has no answer any more.
    if (asking || over) {
      return;
    }
    asking = true;
    ask().onComplete(answer -> loop.execute(() -> answered(answer.result())));
  }

  /**
   * Nothing to do now, and nothing has come and gone since the last look. Without lanes the source
   * is not even asked, so that it joins its group undisturbed.
   */
  private boolean quiet() {
    long before = received;
    received = tally.received.get();
    return received == before && !engine.lanes().isEmpty() && engine.quiet();
  }

  private Future<Idleness> ask() {
    try {
      return source.idleness(Set.copyOf(engine.halted().keySet()));
    } catch (RuntimeException e) {
      LOGGER.warn("the source can't tell whether it is idle: {}", Causes.brief(e));
      return Future.failedFuture(e);
    }
  }

  private void answered(Idleness idleness) {
    asking = false;
    if (idleness != Idleness.IDLE || !quiet()) {
      idleSince = BUSY;
      return;
    }
    if (idleSince == BUSY) {
      idleSince = clock.nanos();
    }
    if (clock.since(idleSince).compareTo(idleFor) >= 0) {
      over = true;
      onIdle.run();
    }
  }
}
