package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedContainer.Supervision;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.model.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A shell, a wrapper or an init that keeps the stop signal from the program. */
final class SignalPathRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(
        estate,
        container -> {
          if (container.supervision() == Supervision.SUPERVISORD
              || container.supervision() == Supervision.UNREAD) {
            container
                .launch()
                .ifPresent(
                    launch -> check(container, container.place(), launch, Optional.empty(), found));
          }
          for (AuditedProgram program : container.programs()) {
            if (!container.signalsAll(program)) {
              program
                  .launch()
                  .ifPresent(
                      launch ->
                          check(container, program.place(), launch, Optional.of(program), found));
            }
          }
        });
  }

  private static void check(
      AuditedContainer container,
      Place place,
      Launch launch,
      Optional<AuditedProgram> program,
      Consumer<AuditFinding> found) {
    if (launch.path() == SignalPath.REACHES) {
      return;
    }
    boolean open = launch.path() == SignalPath.UNKNOWN;
    if (open && launch.cause() == Launch.Cause.UNREAD) {
      found.accept(
          AuditFinding.of(
                  Check.UNKNOWN,
                  place,
                  Optional.of(launch.at()),
                  "whether the stop signal reaches the program is unknown: " + launch.note(),
                  Change.look("read what is started there, or start the program itself"))
              .about("the stop signal"));
      return;
    }
    boolean supervised = program.flatMap(AuditedProgram::stopwait).isPresent();
    AuditFinding finding =
        AuditFinding.of(
            which(launch, supervised),
            place,
            Optional.of(launch.at()),
            message(launch, program),
            changes(container, launch, supervised).toArray(Change[]::new));
    found.accept(open ? finding.weighing(Level.WARNING) : finding.killing());
  }

  private static Check which(Launch launch, boolean supervised) {
    return switch (launch.cause()) {
      case INIT -> Check.INIT_ENDS_SHELL;
      case SHELL, LOOP -> supervised ? Check.WRAPPER_WITHOUT_EXEC : Check.SHELL_IS_PROCESS_ONE;
      case SCRIPT, DIRECT, UNREAD -> Check.WRAPPER_WITHOUT_EXEC;
    };
  }

  private static String message(Launch launch, Optional<AuditedProgram> program) {
    String name = launch.program().isEmpty() ? "the program" : Rewritten.line(launch.program());
    String window = program.map(SignalPathRule::window).orElse("the whole wait");
    String consequence =
        switch (launch.path()) {
          case KEPT_BY_SHELL ->
              name + " works on without having heard of the stop and is killed after " + window;
          case ENDS_AT_ONCE -> name + " is killed at once, it has 0 s";
          case ORPHANS_PROGRAM -> name + " is left behind and not sure of its " + window;
          case UNKNOWN, REACHES -> "whether " + name + " hears of the stop is not sure";
        };
    return consequence + ": " + launch.note() + " (" + launch.at() + ")";
  }

  private static String window(AuditedProgram program) {
    long seconds = program.window().seconds();
    return seconds >= Figure.UNLIMITED.toSeconds()
        ? "the wait of the layers around it"
        : Figure.text(seconds);
  }

  private static List<Change> changes(
      AuditedContainer container, Launch launch, boolean supervised) {
    List<Change> changes = new ArrayList<>();
    if (launch.program().isEmpty()) {
      changes.add(Change.set("put exec in front of the program at " + launch.at()));
      return changes;
    }
    if (launch.cause() == Launch.Cause.LOOP) {
      changes.add(
          Change.set(
              "start the program in the background of the loop, and trap the signal: trap 'kill -TERM"
                  + " \"$child\"; wait \"$child\"; exit' TERM (exec would end the loop)"));
      changes.add(
          Change.set("or let the program itself run again and again, without a shell's loop"));
      return changes;
    }
    boolean shell = launch.cause() != Launch.Cause.SCRIPT;
    changes.add(
        Change.set("write " + Rewritten.exec(launch) + " as the last command at " + launch.at()));
    if (shell && Rewritten.plain(launch)) {
      changes.add(
          Change.set(
              "or start it without a shell: "
                  + (supervised
                      ? "command=" + Rewritten.line(launch.program())
                      : (container.container().isPresent() ? "command: " : "CMD ")
                          + Rewritten.list(launch))));
    }
    if (!shell) {
      changes.add(
          Change.set(
              "or trap the signal, pass it on and wait: trap 'kill -TERM \"$child\"; wait"
                  + " \"$child\"' TERM, with the program in the background and a wait behind it"));
    }
    return changes;
  }
}
