package dev.sluice.runtime;

import dev.sluice.api.DependencyDown;
import dev.sluice.config.OnFailure;
import dev.sluice.config.RetryRule;
import dev.sluice.config.TroubleKind;
import dev.sluice.spi.Attempt;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * What becomes of work whose try has failed. From its second failure on a chunk is split until the
 * failing record stands alone, so that only that one is ever given up. Stateless but for the
 * jitter.
 */
final class FailurePolicy {

  /** What to do with failed work. */
  sealed interface Verdict {}

  /** Try the same again after a pause. */
  record Retry(Duration pause) implements Verdict {}

  /** The record stands alone, and its source keeps it until it comes again. */
  record Later(Duration pause) implements Verdict {}

  /** Try its two halves after a pause, the first one first. */
  record Split(Duration pause) implements Verdict {}

  /** The record stands alone and is given up. */
  record GivenUp(OnFailure how) implements Verdict {}

  /** Nothing but time helps. */
  record Down() implements Verdict {}

  // Chains of causes may be made by hand, and in a circle.
  private static final int MOST_CAUSES = 100;

  private final FailureSettings settings;
  private final Backoff backoff;
  private final Predicate<Throwable> recognised;

  /**
   * @param recognised what the services of the pipeline know as a dependency that is down
   */
  FailurePolicy(FailureSettings settings, Backoff backoff, Predicate<Throwable> recognised) {
    this.settings = settings;
    this.backoff = backoff;
    this.recognised = recognised;
  }

  /**
   * Decides.
   *
   * @param work as it was tried, this failure not counted
   */
  Verdict judge(Work work, Throwable cause) {
    Optional<RetryRule> rule =
        settings.rules().stream().filter(candidate -> candidate.matches(cause)).findFirst();
    TroubleKind kind = rule.map(RetryRule::as).orElseGet(() -> recognise(cause));
    if (kind == TroubleKind.DEPENDENCY_DOWN) {
      return new Down();
    }
    int failures = work.failures() + 1;
    int attempts = rule.flatMap(RetryRule::attempts).orElse(settings.attempts());
    boolean poison = kind == TroubleKind.POISON;
    if (work.size() > 1) {
      // A split has shown nothing about its parts yet: they don't wait longer than a first retry.
      return failures >= Math.min(2, attempts) || poison
          ? new Split(backoff.after(1))
          : new Retry(backoff.after(failures));
    }
    Optional<Attempt> counted = work.rest().attempt(0);
    int tries = counted.map(Attempt::number).orElse(failures);
    int most = counted.map(Attempt::most).orElse(OptionalInt.empty()).orElse(attempts);
    if (tries >= most || poison) {
      return new GivenUp(rule.flatMap(RetryRule::then).orElse(settings.then()));
    }
    Duration pause = backoff.after(tries);
    return counted.isPresent() ? new Later(pause) : new Retry(pause);
  }

  /** The pause after something that was no failure of the work. */
  Duration pause() {
    return backoff.after(1);
  }

  private TroubleKind recognise(Throwable thrown) {
    int depth = 0;
    for (Throwable cause = thrown; cause != null && depth < MOST_CAUSES; cause = cause.getCause()) {
      if (known(cause) || recognised.test(cause)) {
        return TroubleKind.DEPENDENCY_DOWN;
      }
      depth++;
    }
    return TroubleKind.TROUBLE;
  }

  private static boolean known(Throwable cause) {
    return cause instanceof DependencyDown
        || cause instanceof ConnectException
        || cause instanceof NoRouteToHostException
        || cause instanceof UnknownHostException;
  }
}
