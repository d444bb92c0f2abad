package dev.sluice.runtime;

import dev.sluice.progress.OwnerMark;
import dev.sluice.spi.Source;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this worker's mark at its lanes up to date: that it runs, how far its stop is, that it has
 * left. Marks are written beside the work and never hold it up; only the last one is waited for. On
 * the event loop.
 */
final class OwnerMarks {
  private static final Logger LOGGER = LoggerFactory.getLogger(OwnerMarks.class);

  /** How often the mark of a stop under way is renewed, and so how exactly its end is known. */
  static final Duration EVERY = Duration.ofSeconds(1);

  private final Source source;
  private final Clock clock;
  private final Timers timers;
  private final Duration within;
  private OwnerMark mark;
  private long stopNanos;
  private Timers.Timer renewal = () -> {};
  private boolean over;

  /**
   * @param self the mark of this worker while it runs
   * @param within the time for one mark
   */
  OwnerMarks(Source source, OwnerMark self, Clock clock, Timers timers, Duration within) {
    this.source = source;
    this.mark = self;
    this.clock = clock;
    this.timers = timers;
    this.within = within;
  }

  /** Writes the mark as it is, and so has the source confirm the lanes. */
  Future<Void> write() {
    try {
      return source.mark(mark, within);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  /**
   * A stop has begun.
   *
   * @param atNanos when it was asked for
   */
  void draining(long atNanos) {
    stopNanos = atNanos;
    renew();
    renewal = timers.every(EVERY, this::renew);
  }

  private void renew() {
    if (!over) {
      mark = mark.draining(clock.since(stopNanos));
      write().onFailure(e -> LOGGER.debug("the mark of the stop is not written", e));
    }
  }

  /**
   * The last mark.
   *
   * @param clean whether everything that was started is settled
   * @return completes in any case, when it is written or can't be
   */
  Future<Void> left(boolean clean) {
    if (over) {
      return Future.succeededFuture();
    }
    over = true;
    renewal.cancel();
    mark = mark.left(clean);
    return write()
        .onFailure(e -> LOGGER.warn("the next owner will not see that this one left: {}", brief(e)))
        .otherwiseEmpty();
  }

  private static String brief(Throwable e) {
    return Causes.brief(e);
  }
}
