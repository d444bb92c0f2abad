package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.timers.QueueTimeouts;
import dev.sluice.audit.timers.QueueTimeouts.QueueTimeout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A queue that gives a message to somebody else while it is still being worked on. */
public final class QueueTimeoutRule implements Rule {

  /** Without state. */
  public QueueTimeoutRule() {}

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    estate.subjects().stream()
        .flatMap(subject -> subject.containers().stream())
        .forEach(
            container -> container.programs().forEach(program -> check(container, program, found)));
  }

  private static void check(
      AuditedContainer container, AuditedProgram program, Consumer<AuditFinding> found) {
    if (program.need().isEmpty()) {
      return;
    }
    long needed = program.need().get().seconds();
    List<EnvVariable> variables = new ArrayList<>(container.variables());
    variables.addAll(program.launch().variables());
    for (QueueTimeout queue :
        QueueTimeouts.of(program.launch().program(), variables, Scripts.none())) {
      queue
          .figure()
          .granted()
          .filter(granted -> granted <= needed)
          .ifPresent(granted -> found.accept(finding(program, queue, granted, needed)));
    }
  }

  private static AuditFinding finding(
      AuditedProgram program, QueueTimeout queue, long granted, long needed) {
    return AuditFinding.of(
        Check.QUEUE_TIMEOUT,
        program.place(),
        queue.figure().at(),
        queue.name()
            + " is "
            + granted
            + " s, the work of task "
            + program.need().orElseThrow().task()
            + " takes up to "
            + needed
            + " s",
        Change.raise(queue.name() + " above " + needed + " s"),
        Change.lower("the task's limit below " + granted + " s"),
        Change.split("the work into parts shorter than " + granted + " s"));
  }
}
