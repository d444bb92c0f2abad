package dev.sluice.testkit.rehearsal;

import java.time.Duration;
import java.util.List;

/**
 * What the quiet run has shown of the handler; the instants of the other scenarios follow from it.
 *
 * @param calls how many there were
 * @param median of the time that a call took
 * @param p99 of the time that a call took
 * @param longest time that a call took
 * @param longestGap the longest time without a checkpoint within a call
 * @param longestBlocked the longest time that the event loop has not turned
 * @param checkpoints how many a call makes, the median
 * @param checkpointsAll whether every call that made checkpoints made the last at its end
 */
record Measured(
    int calls,
    Duration median,
    Duration p99,
    Duration longest,
    Duration longestGap,
    Duration longestBlocked,
    int checkpoints,
    boolean checkpointsAll) {
  private static final Duration LEAST_LIMIT = Duration.ofSeconds(1);
  private static final int ROOM = 4;

  static Measured of(Life<?> life) {
    List<Call> calls = life.witness().calls(Call::finished);
    List<Duration> times = calls.stream().map(Call::took).sorted().toList();
    List<Integer> checkpoints = calls.stream().map(Call::checkpoints).sorted().toList();
    return new Measured(
        calls.size(),
        at(times, 50),
        at(times, 99),
        at(times, 100),
        calls.stream().map(Call::longestGap).max(Duration::compareTo).orElse(Duration.ZERO),
        life.longestBlocked(),
        checkpoints.isEmpty() ? 0 : checkpoints.get(checkpoints.size() / 2),
        calls.stream()
            .filter(call -> call.checkpoints() > 0)
            .allMatch(call -> call.checkpointed() == call.size()));
  }

  private static Duration at(List<Duration> sorted, int percent) {
    if (sorted.isEmpty()) {
      return Duration.ZERO;
    }
    int rank = (sorted.size() * percent + 99) / 100;
    return sorted.get(Math.max(0, rank - 1));
  }

  /**
   * A limit that can pass within a rehearsal: four times the longest call, at most the real one.
   */
  Duration scaledLimit(Duration real) {
    Duration scaled = longest.multipliedBy(ROOM);
    Duration least = scaled.compareTo(LEAST_LIMIT) < 0 ? LEAST_LIMIT : scaled;
    return least.compareTo(real) < 0 ? least : real;
  }

  /** The number of a call in the first third of a run, so that there is work on either side. */
  int early() {
    return Math.max(1, calls / 3);
  }

  boolean makesCheckpoints() {
    return checkpoints > 0;
  }
}
