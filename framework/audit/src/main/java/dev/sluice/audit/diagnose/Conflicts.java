package dev.sluice.audit.diagnose;

import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Evidence that can't be true together. */
final class Conflicts {
  private static final Duration SLACK = Duration.ofSeconds(3);

  private Conflicts() {}

  static List<String> of(Case of) {
    List<String> all = new ArrayList<>(of.conflicts);
    of.report.ifPresent(
        report -> {
          if (of.killed()) {
            all.add(
                "the drain report says "
                    + report.outcome()
                    + " ("
                    + report.evidence().at().map(Object::toString).orElse("")
                    + "), but the process ended with "
                    + of.exit.map(Exit::toString).orElse("")
                    + ": two different runs, or a kill after the report was written");
          } else if (of.exit.isPresent()
              && report.exitCode().isPresent()
              && report.exitCode().getAsLong() != of.exit.get().code()) {
            all.add(
                "the drain report announces exit code "
                    + report.exitCode().getAsLong()
                    + ", but the process ended with "
                    + of.exit.get());
          }
        });
    boolean well = of.kind == Case.Kind.WORKER && of.exit.map(it -> it.code() == 0).orElse(false);
    if (well && of.containerKilledInstead()) {
      all.add(
          "the container was killed ("
              + of.containerExit.map(Exit::toString).orElse("")
              + "), so what ended with exit code 0 is not its main process: something else in the"
              + " container was still running");
    }
    return all;
  }

  /** A stop that lasted longer than a figure that is said to hold. */
  static Optional<String> beyondGrace(Case of) {
    Optional<Duration> grace = of.figures.grace();
    Optional<Lasted> lasted = of.lasted();
    return grace
        .filter(
            figure ->
                lasted.map(time -> time.least().compareTo(figure.plus(SLACK)) > 0).orElse(false))
        .map(
            figure ->
                "the stop lasted "
                    + lasted.map(Lasted::text).orElse("")
                    + ", longer than the grace period of "
                    + Durations.print(figure)
                    + " that is said to hold: another one was in force");
  }
}
