package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.timers.QueueTimeouts.QueueTimeout;
import java.util.function.Consumer;

/** A queue that gives a message to somebody else while it is still being worked on. */
public final class QueueTimeoutRule implements Rule {

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    estate.subjects().stream()
        .flatMap(subject -> subject.containers().stream())
        .forEach(container -> container.programs().forEach(program -> check(program, found)));
  }

  private static void check(AuditedProgram program, Consumer<AuditFinding> found) {
    if (program.need().isEmpty()) {
      return;
    }
    long needed = program.need().get().seconds();
    for (QueueTimeout queue : program.queues()) {
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
            Change.raise("raise " + queue.name() + " above " + needed + " s"),
            Change.lower("lower the task's limit below " + granted + " s"),
            Change.split("split the work into parts shorter than " + granted + " s"))
        .about(queue.name());
  }
}
