package dev.sluice.audit.diagnose;

import static dev.sluice.audit.diagnose.Reading.certain;
import static dev.sluice.audit.diagnose.Reading.likely;

import dev.sluice.audit.diagnose.ProgramEnd.How;
import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What supervisord's own log says. */
final class SupervisorRules {
  /** supervisord looks once a second, so its SIGKILL comes up to that much late. */
  private static final Duration POLL = Duration.ofMillis(1_100);

  private static final Duration SLACK = Duration.ofMillis(100);
  private static final Duration DEFAULT = Duration.ofSeconds(10);

  static final List<Reading.Rule> ALL =
      List.of(
          SupervisorRules::killed, SupervisorRules::stoppedByItself, SupervisorRules::endedUnasked);

  private SupervisorRules() {}

  private static Optional<Reading> killed(Case of) {
    return of.program
        .filter(end -> end.how() == How.KILLED)
        .map(
            end -> {
              Reading reading =
                  certain(
                      Layer.SUPERVISOR,
                      "supervisord's stopwaitsecs" + figure(of, end),
                      end.evidence());
              return notInForce(of, end).map(reading::noting).orElse(reading);
            });
  }

  private static Optional<Reading> stoppedByItself(Case of) {
    return of.program
        .filter(end -> end.how() == How.STOPPED)
        .flatMap(end -> end.exit().flatMap(exit -> stopped(of, end, exit)));
  }

  private static Optional<Reading> stopped(Case of, ProgramEnd end, Exit exit) {
    if (exit.killed()) {
      return Optional.empty(); // somebody else's SIGKILL; the log does not say whose
    }
    if (of.cut.isPresent() && !exit.crashed()) {
      return Optional.empty(); // it says itself what it did
    }
    if (exit.stopSignal()) {
      return Optional.of(bySignal(exit, end.evidence()));
    }
    if (exit.code() == 0) {
      return Optional.of(
          certain(
              Layer.NOTHING,
              "nothing fired: the program ended before its wait was over",
              end.evidence()));
    }
    return Optional.of(
        certain(
            Layer.OWN_EXIT,
            "no layer outside: the program ended by itself with " + exit + " while it stopped",
            end.evidence()));
  }

  private static Optional<Reading> endedUnasked(Case of) {
    return of.program
        .filter(end -> end.how() == How.EXITED)
        .flatMap(end -> end.exit().filter(exit -> !exit.killed()).map(exit -> unasked(end, exit)));
  }

  private static Reading unasked(ProgramEnd end, Exit exit) {
    if (exit.stopSignal()) {
      return certain(
          Layer.STOP_SIGNAL,
          "a signal that supervisord did not send: " + exit + ", and no time-out",
          end.evidence());
    }
    return certain(
        Layer.OWN_EXIT,
        "no layer: the program ended by itself with " + exit + " before any stop",
        end.evidence());
  }

  /** The code says which signal, not whether the program finished its work before. */
  static Reading bySignal(Exit exit, List<Evidence> evidence) {
    return likely(
            Layer.STOP_SIGNAL,
            "no time-out: the stop signal itself ended it ("
                + exit
                + "; no handler, or the runtime's default one)",
            evidence)
        .noting(
            "A JVM ends with 143 after a complete stop too, and so does a program that finishes and"
                + " then raises the signal again: its log tells whether it finished");
  }

  /** The figure as far as the log can tell: its SIGKILL comes up to a poll later. */
  private static String figure(Case of, ProgramEnd end) {
    Optional<Duration> told = of.figures.stopwait(end.program());
    if (end.lasted().isEmpty()) {
      return told.map(figure -> " of " + Durations.print(figure)).orElse(", figure not measurable");
    }
    Lasted lasted = end.lasted().get();
    if (told.isPresent() && fits(told.get(), lasted)) {
      return " of " + Durations.ceilSeconds(told.get()) + " s";
    }
    boolean exact = lasted.most().equals(lasted.least());
    if (exact && told.isEmpty() && fits(DEFAULT, lasted)) {
      return " of 10 s (default, likely not set)";
    }
    return " of " + wholeSeconds(lasted);
  }

  private static Optional<String> notInForce(Case of, ProgramEnd end) {
    return of.figures
        .stopwait(end.program())
        .filter(told -> end.lasted().map(lasted -> !fits(told, lasted)).orElse(false))
        .map(
            told ->
                "--stopwait says "
                    + Durations.print(told)
                    + ", but SIGKILL came after "
                    + end.lasted().map(Lasted::text).orElse("?")
                    + ": another figure is in force. Look for a mistyped key, a stopwaitsecs in a"
                    + " [group:] section, or another file (sluice-audit FILE shows it)");
  }

  private static boolean fits(Duration figure, Lasted lasted) {
    return figure.compareTo(lasted.least().minus(POLL)) >= 0
        && figure.compareTo(lasted.most().plus(SLACK)) <= 0;
  }

  private static String wholeSeconds(Lasted lasted) {
    long low = Durations.ceilSeconds(positive(lasted.least().minus(POLL)));
    long high = Math.max(low, lasted.most().plus(SLACK).toSeconds());
    return low == high ? low + " s" : low + " to " + high + " s";
  }

  private static Duration positive(Duration time) {
    return time.isNegative() ? Duration.ZERO : time;
  }
}
