package dev.sluice.rabbitmq;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Lets one line into the log in ten seconds, with the number of all that it stands for. Safe from
 * any thread.
 */
final class SparseLine {
  private static final Duration BETWEEN = Duration.ofSeconds(10);

  private final Clock clock;
  private long count;
  private boolean said;
  private long saidAt;

  SparseLine(Clock clock) {
    this.clock = clock;
  }

  /**
   * One more has happened.
   *
   * @param line says it, unless one was said just now; given how many have happened since that one
   */
  synchronized void happened(LongConsumer line) {
    count++;
    if (said && clock.since(saidAt).compareTo(BETWEEN) < 0) {
      return;
    }
    line.accept(count);
    count = 0;
    said = true;
    saidAt = clock.nanos();
  }
}
