package dev.sluice.testkit.simulation;

import java.util.random.RandomGenerator;

/** The random numbers of one schedule: SplitMix64, cheap to make and the same everywhere. */
final class Dice implements RandomGenerator {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private long state;

  Dice(long seed) {
    state = seed;
  }

  @Override
  public long nextLong() {
    return mix(state += GOLDEN);
  }

  /** A well spread value of a seed. */
  static long mix(long seed) {
    long z = (seed ^ (seed >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** From 0 to below a bound. */
  int below(int bound) {
    return (int) (((nextLong() >>> 33) * bound) >>> 31);
  }

  /** From one value to another, both included. */
  int between(int least, int most) {
    return least + below(most - least + 1);
  }

  /** True in so many of a hundred throws. */
  boolean chance(int percent) {
    return below(100) < percent;
  }
}
