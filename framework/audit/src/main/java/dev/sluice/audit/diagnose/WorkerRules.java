package dev.sluice.audit.diagnose;

import static dev.sluice.audit.diagnose.Reading.certain;
import static dev.sluice.audit.diagnose.Reading.likely;

import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the worker says of itself, and its exit code. */
final class WorkerRules {
  private static final Duration SLACK = Duration.ofSeconds(1);
  private static final int CUT = 3;

  static final List<Reading.Rule> ALL =
      List.of(
          WorkerRules::reported,
          WorkerRules::cutByApplication,
          WorkerRules::exitAlone,
          WorkerRules::containerAlone);

  private WorkerRules() {}

  private static Optional<Reading> reported(Case of) {
    return of.report.flatMap(
        report ->
            switch (report.outcome()) {
              case "clean" ->
                  Optional.of(
                      certain(
                          Layer.NOTHING,
                          "nothing fired: the drain ended clean in "
                              + Lasted.seconds(report.took()),
                          because(of, report)));
              case "forced" ->
                  Optional.of(
                      certain(
                          Layer.SECOND_SIGNAL,
                          "a second stop signal forced the end",
                          because(of, report)));
              case "cut" -> Optional.of(cut(of, report));
              default -> Optional.empty();
            });
  }

  /** A time-out inside the application; what killed the process after it is another layer. */
  private static Optional<Reading> cutByApplication(Case of) {
    return of.cut
        .filter(cut -> !of.killed())
        .map(
            cut -> {
              List<Evidence> evidence = new ArrayList<>(cut.evidence());
              evidence.addAll(of.exits);
              return likely(Layer.APPLICATION_TIMER, cut.text(), evidence);
            });
  }

  private static Reading cut(Case of, DrainLog.Report report) {
    String window = report.window().map(time -> " of " + Durations.print(time)).orElse("");
    boolean all =
        report.window().map(time -> report.took().plus(SLACK).compareTo(time) >= 0).orElse(false);
    if (all || (report.needSpent() && report.cutCalls() > 0)) {
      String what = all ? "" : ", its time for the work";
      return certain(
          Layer.OWN_WINDOW, "the worker's own window" + window + what, because(of, report));
    }
    if (report.cutCalls() > 0) {
      return likely(
          Layer.OWN_WINDOW,
          "the worker itself cut calls before its window"
              + window
              + " was over: a lane was lost or revoked",
          because(of, report));
    }
    return certain(
        Layer.OWN_EXIT,
        "no layer: a call failed or its commit did (outcome cut, no call was ended from outside)",
        because(of, report));
  }

  private static List<Evidence> because(Case of, DrainLog.Report report) {
    List<Evidence> all = new ArrayList<>(List.of(report.evidence()));
    all.addAll(of.exits);
    return all;
  }

  private static Optional<Reading> exitAlone(Case of) {
    boolean explained =
        of.report.isPresent() || (of.kind == Case.Kind.PROGRAM && of.program.isPresent());
    boolean cut = of.cut.isPresent() && !of.exit.map(Exit::crashed).orElse(false);
    if (explained || cut || of.exit.isEmpty() || of.killed()) {
      return Optional.empty();
    }
    Exit exit = of.exit.get();
    List<Evidence> evidence = evidence(of);
    if (exit.stopSignal()) {
      return Optional.of(SupervisorRules.bySignal(exit, evidence));
    }
    if (exit.code() == 0 && of.containerKilledInstead()) {
      return Optional.empty(); // it was not the main process
    }
    if (exit.code() == 0) {
      return Optional.of(
          likely(Layer.NOTHING, "nothing fired: the main process ended by itself with 0", evidence)
              .noting(
                  "If a supervisor is the main process, its 0 proves nothing: supervisord ends with 0"
                      + " after it has killed its programs. Its log tells"));
    }
    if (exit.code() == CUT && of.progress.isPresent()) {
      return Optional.of(
          likely(
              Layer.OWN_WINDOW,
              "the worker's own window (exit code 3 is its word for cut work)",
              evidence));
    }
    String when = of.stopAsked() ? " during the stop" : "";
    String how = exit.crashed() ? "it crashed with " : "it ended by itself with ";
    return Optional.of(certain(Layer.OWN_EXIT, "no layer: " + how + exit + when, evidence));
  }

  /** A child that was killed in a container that ended by itself: something inside did it. */
  private static Optional<Reading> containerAlone(Case of) {
    boolean inside =
        of.killed()
            && of.containerExit.map(exit -> !exit.killed()).orElse(false)
            && !of.supervisedAs(ProgramEnd.How.EXITED);
    boolean told = of.lasted().isPresent() && of.figures.stopwait(of.programName()).isPresent();
    return inside && !told
        ? Optional.of(
            likely(
                Layer.SUPERVISOR,
                "the wait of a supervisor inside the container"
                    + of.lasted().map(lasted -> ", " + lasted.text()).orElse(""),
                evidence(of)))
        : Optional.empty();
  }

  static List<Evidence> evidence(Case of) {
    List<Evidence> all = new ArrayList<>();
    of.progress.map(DrainLog.Progress::evidence).ifPresent(all::add);
    of.container.map(PodRecord.ContainerRecord::evidence).ifPresent(all::add);
    of.unit.flatMap(UnitLog.Unit::main).ifPresent(all::add);
    of.program.map(ProgramEnd::evidence).ifPresent(all::addAll);
    all.addAll(of.exits);
    return all;
  }
}
