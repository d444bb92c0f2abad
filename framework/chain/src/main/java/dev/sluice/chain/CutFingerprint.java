package dev.sluice.chain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which layer ended a worker in the middle of its stop, told from how long the stop had been going
 * on: each layer waits its own time, and the defaults are well known. A guess by nature: two layers
 * may wait equally long.
 *
 * @param window the worker's own deadline
 * @param grace the pod's grace period, zero if unknown
 * @param preStop what is spent of the grace period before the signal
 * @param stopwait the supervisor's wait, zero if unknown or absent
 * @param nodeLimit what the nodes' drainer waits, zero if unknown
 */
public record CutFingerprint(
    Duration window, Duration grace, Duration preStop, Duration stopwait, Duration nodeLimit) {

  private static final Duration SLACK = Duration.ofMillis(500);

  private record Candidate(Duration after, String layer) {}

  /**
   * Names the layer that waits as long as the stop had lasted.
   *
   * @param elapsed how long the stop had been going on when that was last written down
   * @param every how often it is written down: the end came at most that much later
   * @return the layer with its figure, empty when none waits that long
   */
  public Optional<String> layer(Duration elapsed, Duration every) {
    Candidate best = null;
    for (Candidate candidate : candidates()) {
      boolean possible =
          candidate.after.compareTo(elapsed.minus(SLACK)) >= 0
              && candidate.after.compareTo(elapsed.plus(every).plus(SLACK)) <= 0;
      // What was declared comes first and wins over a default that waits as long.
      if (possible
          && (best == null
              || distance(candidate, elapsed).compareTo(distance(best, elapsed)) < 0)) {
        best = candidate;
      }
    }
    return Optional.ofNullable(best).map(Candidate::layer);
  }

  private static Duration distance(Candidate candidate, Duration elapsed) {
    return candidate.after.minus(elapsed).abs();
  }

  private List<Candidate> candidates() {
    List<Candidate> all = new ArrayList<>();
    declared(all, stopwait, Duration.ZERO, "the supervisor's wait");
    declared(all, grace, preStop, "the pod's grace period");
    declared(all, nodeLimit, preStop, "the node's limit");
    declared(all, window, Duration.ZERO, "its own window");
    all.add(new Candidate(Duration.ofSeconds(10), "supervisord's default, 10 s"));
    all.add(new Candidate(Duration.ofSeconds(30), "the default grace period of Kubernetes, 30 s"));
    all.add(new Candidate(Duration.ofSeconds(90), "systemd's default, 90 s"));
    return all;
  }

  private static void declared(
      List<Candidate> all, Duration figure, Duration before, String layer) {
    if (!figure.isZero()) {
      all.add(
          new Candidate(
              figure.minus(before), layer + " of " + Durations.ceilSeconds(figure) + " s"));
    }
  }
}
