package dev.sluice.spi;

import dev.sluice.progress.LaneRef;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a source keeps records that failed too often in place and come again later, in a lane of
 * their own, so that they don't hold what follows them. Methods are called on the engine's event
 * loop and must not block; futures may complete on any thread.
 */
public interface DelayedRetries {

  /**
   * How long a record of a lane is kept before it comes again.
   *
   * @param lane where it failed; a lane of an earlier delay leads to the next one
   * @return empty when records of that lane have no delay left: they are given up
   */
  Optional<Duration> delay(LaneRef lane);

  /**
   * Keeps a record. It comes again when its delay is over, as the batch's {@link Batch#origin}
   * says, with key, value and headers as they are here. The engine has at most as many of these and
   * of dead letters outstanding as chunks may run at once, and settles the record only after the
   * answer; so it may come again and be kept twice, and is never lost. Goes on during a drain,
   * whose deadlines bound it.
   *
   * @param from the lane where it failed
   * @param record what is known of it, under its first identity
   * @param within give up after this; what was given up may still be kept
   * @return completes when it is stored for good; fails when it is not, or not known to be
   */
  Future<Void> keep(LaneRef from, DeadLetter record, Duration within);
}
