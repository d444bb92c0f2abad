package dev.sluice.kafka;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Calls of the consumer that wait for a broker. A wake-up may hit one of them instead of the poll
 * it was meant for; then the call is simply made again, in what is left of its time. Only a close
 * ends it early. Confined to the poll thread.
 */
final class Questions {
  private static final Duration LEAST = Duration.ofMillis(1);

  private final Clock clock;
  private final Closing closing;

  Questions(Clock clock, Closing closing) {
    this.clock = clock;
    this.closing = closing;
  }

  /** The clock that bounds the calls. */
  Clock clock() {
    return clock;
  }

  /**
   * Makes a call.
   *
   * @param within the time for it, however often it is woken
   * @param question is given what is left of that time
   * @throws WakeupException when the source is being closed, or the time is over
   */
  <A> A ask(Duration within, Function<Duration, A> question) {
    long deadline = clock.nanos() + within.toNanos();
    while (true) {
      Duration left = Duration.ofNanos(deadline - clock.nanos());
      try {
        return question.apply(left.compareTo(LEAST) < 0 ? LEAST : left);
      } catch (WakeupException e) {
        if (closing.begun() || deadline - clock.nanos() <= 0) {
          throw e;
        }
      }
    }
  }
}
