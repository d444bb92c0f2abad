package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.BindingLink;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.timers.AppTimer;
import java.util.function.Consumer;

/** Timers inside an application: shorter than the work, or longer than what the layers leave. */
final class TimerRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(
        estate,
        container ->
            container
                .programs()
                .forEach(
                    program ->
                        program.timers().stream()
                            .filter(timer -> timer.figure().granted().isPresent())
                            .forEach(timer -> check(container, program, timer, found))));
  }

  private static void check(
      AuditedContainer container,
      AuditedProgram program,
      AppTimer timer,
      Consumer<AuditFinding> found) {
    long figure = timer.figure().granted().orElseThrow();
    String told = timer.name() + " is " + timer.figure().text() + " (" + origin(timer) + ")";
    long around =
        program.links().stream()
            .filter(link -> link.kind() != BindingLink.Kind.APPLICATION)
            .mapToLong(BindingLink::seconds)
            .min()
            .orElse(Long.MAX_VALUE);
    if (timer.ends() && program.need().filter(need -> need.seconds() > figure).isPresent()) {
      long need = program.need().orElseThrow().seconds();
      AuditFinding finding =
          AuditFinding.of(
                  Check.APPLICATION_TIMER,
                  program.place(),
                  timer.figure().at().or(() -> Rule.anchor(container)),
                  told + ", the work needs " + need + " s",
                  Change.raise("raise " + timer.name() + " to " + need + " s or more"),
                  Change.lower("lower the limit of the work to " + figure + " s or less"))
              .about(timer.name());
      boolean binding =
          program.killedBy(BindingLink.Kind.APPLICATION)
              && program.bindingLink().layer().equals(timer.name());
      found.accept(binding ? finding.killing() : finding);
    } else if (figure > around) {
      found.accept(
          AuditFinding.of(
                  Check.APPLICATION_TIMER,
                  program.place(),
                  timer.figure().at().or(() -> Rule.anchor(container)),
                  told + ", but the layers around it leave " + around + " s",
                  Change.lower("lower " + timer.name() + " below " + around + " s"),
                  Change.raise("give the layers around it more than " + figure + " s"))
              .about(timer.name() + " and the layers")
              .weighing(Level.WARNING));
    }
  }

  private static String origin(AppTimer timer) {
    return timer.figure().origin().text();
  }
}
