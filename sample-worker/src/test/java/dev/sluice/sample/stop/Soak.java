package dev.sluice.sample.stop;

import java.time.Duration;
import java.util.Random;

/**
 * How long the tests with random moments go on: short by default, as long as wanted with {@code
 * -Dsluice.soak.rounds=200}. A run is repeated with {@code -Dsluice.soak.seed}, as far as processes
 * can be repeated.
 *
 * @param rounds how many stops
 * @param seed what the moments come from
 * @param random the moments
 */
record Soak(int rounds, long seed, Random random) {

  static Soak of(int usualRounds) {
    long seed = Long.getLong("sluice.soak.seed", System.nanoTime() & 0xFFFF_FFFFL);
    return new Soak(Integer.getInteger("sluice.soak.rounds", usualRounds), seed, new Random(seed));
  }

  /** A random time below a bound. */
  Duration below(Duration bound) {
    return Duration.ofMillis(random.nextLong(bound.toMillis()));
  }
}
