package dev.sluice.testkit.rehearsal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One scenario and what was measured in it.
 *
 * @param scenario its name
 * @param result what it came to
 * @param counts what became of the records; absent where nothing was counted
 * @param stop how the worker said its stop went; empty where it was not stopped, or was killed
 * @param took from the request to the end of the stop, or of the whole scenario without one
 * @param measured the figures, in words
 * @param reasons why it failed or was not tried; empty when it passed
 */
public record Verdict(
    String scenario,
    Result result,
    Optional<Counts> counts,
    String stop,
    Duration took,
    String measured,
    List<String> reasons) {

  /**
   * What became of the records.
   *
   * @param lost records that are not settled in the end, or are settled without having been done
   * @param again how often a record was worked on beyond once
   * @param allowed how much of that the guarantees allow here
   */
  public record Counts(long lost, long again, long allowed) {}

  /** Copies the reasons. */
  public Verdict {
    reasons = List.copyOf(reasons);
  }

  /** A scenario that was not played. */
  static Verdict notTried(String scenario, String reason) {
    return new Verdict(
        scenario, Result.NOT_TRIED, Optional.empty(), "", Duration.ZERO, "", List.of(reason));
  }

  /** A scenario that could not be played to its end. */
  static Verdict broken(String scenario, String reason) {
    return new Verdict(
        scenario, Result.FAIL, Optional.empty(), "", Duration.ZERO, "", List.of(reason));
  }
}
