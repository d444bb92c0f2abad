package dev.sluice.rabbitmq;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next connection: doubled after each failure up to ten seconds, then
 * between half and whole, so that workers do not all come back at once. Belongs to one thread.
 */
final class Redial {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final RandomGenerator random;
  private Duration next = FIRST;

  Redial(RandomGenerator random) {
    this.random = random;
  }

  /** The pause before the next try. */
  Duration pause() {
    Duration pause = next;
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    long half = pause.toNanos() / 2;
    return Duration.ofNanos(half + (long) (random.nextDouble() * half));
  }

  /** It has worked: the next pause is a short one again. */
  void reset() {
    next = FIRST;
  }
}
