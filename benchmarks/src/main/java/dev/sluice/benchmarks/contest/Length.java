package dev.sluice.benchmarks.contest;

/** How thorough a run is. */
public enum Length {
  /** As each race declares. */
  FULL(Integer.MAX_VALUE, Integer.MAX_VALUE, true),
  /** A few rounds of fewer records. */
  QUICK(200_000, 3, true),
  /** One lap of few records. */
  SMOKE(2_000, 1, false);

  private final int records;
  private final int rounds;
  private final boolean warmUps;

  Length(int records, int rounds, boolean warmUps) {
    this.records = records;
    this.rounds = rounds;
    this.warmUps = warmUps;
  }

  /** No more records than these. */
  public int records(int declared) {
    return Math.min(declared, records);
  }

  /** No more rounds than these. */
  public int rounds(int declared) {
    return Math.min(declared, rounds);
  }

  /** Whether there are laps that don't count first. */
  public boolean warmUps() {
    return warmUps;
  }

  /** Whether it is to see that it runs, not to compare. */
  public boolean quick() {
    return this != FULL;
  }
}
