package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedContainer.Supervision;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.AuditedProgram.Signalled;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import java.util.function.Consumer;

/** A supervised shell with a program behind it, of which supervisord stops the shell alone. */
final class ChildrenRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(
        estate,
        container -> {
          if (container.supervision() == Supervision.SUPERVISORD) {
            container.programs().forEach(program -> check(container, program, found));
          }
        });
  }

  private static void check(
      AuditedContainer container, AuditedProgram program, Consumer<AuditFinding> found) {
    if (program.children() == Signalled.GROUP) {
      return;
    }
    program
        .launch()
        .filter(launch -> launch.path() != SignalPath.REACHES)
        .filter(launch -> launch.cause() != Launch.Cause.UNREAD)
        .ifPresent(
            launch -> {
              String name =
                  launch.program().isEmpty() ? "the program" : Rewritten.line(launch.program());
              boolean killed = program.children() == Signalled.PARENT_THEN_GROUP;
              found.accept(
                  AuditFinding.of(
                      Check.CHILDREN_NOT_STOPPED,
                      program.place(),
                      program.signal().map(word -> word.at()).or(() -> Rule.anchor(container)),
                      name
                          + (launch.path() == SignalPath.UNKNOWN ? " may be" : " is")
                          + " the child of a shell, and supervisord signals the shell alone"
                          + (killed
                              ? " (stopasgroup is not set; killasgroup only kills)"
                              : " (neither stopasgroup nor killasgroup is set)"),
                      Change.set("write " + Rewritten.exec(launch) + ", so that there is no child"),
                      Change.set(
                          "or set stopasgroup=true: the child hears of the stop, but supervisord"
                              + " still waits for the shell only, which then needs trap : TERM")));
            });
  }
}
