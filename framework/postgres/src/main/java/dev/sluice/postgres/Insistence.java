package dev.sluice.postgres;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Asks again until there is an answer or the time is up. For questions that may be asked twice. */
final class Insistence {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Clock clock;
  private final Timers timers;

  Insistence(Clock clock, Timers timers) {
    this.clock = clock;
    this.timers = timers;
  }

  /**
   * Asks until it succeeds.
   *
   * @param within give up after this
   * @param ask asks once
   * @return fails with the last failure
   */
  <T> Future<T> on(Duration within, Supplier<Future<T>> ask) {
    return on(within, clock.nanos(), FIRST_PAUSE, ask);
  }

  private <T> Future<T> on(Duration within, long since, Duration pause, Supplier<Future<T>> ask) {
    Duration left = within.minus(clock.since(since));
    return ask.get()
        .timeout(Math.max(1, left.toMillis()), TimeUnit.MILLISECONDS)
        .recover(
            failure -> {
              if (clock.since(since).plus(pause).compareTo(within) >= 0) {
                return Future.failedFuture(failure);
              }
              Duration next = pause.multipliedBy(2);
              Promise<T> answer = Promise.promise();
              timers.once(
                  pause,
                  () ->
                      on(
                              within,
                              since,
                              next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE,
                              ask)
                          .onComplete(answer));
              return answer.future();
            });
  }
}
