package dev.sluice.audit.diagnose;

import dev.sluice.chain.CutFingerprint;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The figures of the chain as far as they are known.
 *
 * @param window the worker's own deadline
 * @param grace the pod's grace period
 * @param preStop what the hook takes of it
 * @param stopwaits the supervisor's wait by program; the empty name holds for all others
 * @param nodeLimit what the node's drainer waits
 * @param task the longest that the work takes
 */
public record KnownFigures(
    Optional<Duration> window,
    Optional<Duration> grace,
    Optional<Duration> preStop,
    Map<String, Duration> stopwaits,
    Optional<Duration> nodeLimit,
    Optional<Duration> task) {
  /** Nothing is known. */
  public static final KnownFigures NONE =
      new KnownFigures(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty());

  /** Copies the waits. */
  public KnownFigures {
    Objects.requireNonNull(window, "window");
    Objects.requireNonNull(grace, "grace");
    Objects.requireNonNull(preStop, "preStop");
    stopwaits = Map.copyOf(stopwaits);
    Objects.requireNonNull(nodeLimit, "nodeLimit");
    Objects.requireNonNull(task, "task");
  }

  /** The supervisor's wait for a program. */
  Optional<Duration> stopwait(String program) {
    return Optional.ofNullable(stopwaits.getOrDefault(program, stopwaits.get("")));
  }

  /** The same with what a worker has written of its window, unless the user knows better. */
  KnownFigures orWindow(Optional<Duration> written) {
    return new KnownFigures(window.or(() -> written), grace, preStop, stopwaits, nodeLimit, task);
  }

  /** The same with what a pod says of its grace period, unless the user knows better. */
  KnownFigures orGrace(Optional<Duration> written) {
    return new KnownFigures(window, grace.or(() -> written), preStop, stopwaits, nodeLimit, task);
  }

  /** Which layer waits how long, for a program. */
  CutFingerprint fingerprint(String program) {
    return new CutFingerprint(
        window.orElse(Duration.ZERO),
        grace.orElse(Duration.ZERO),
        preStop.orElse(Duration.ZERO),
        stopwait(program).orElse(Duration.ZERO),
        nodeLimit.orElse(Duration.ZERO));
  }
}
