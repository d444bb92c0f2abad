package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.BindingLink;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import java.util.function.Consumer;

/** A preStop hook that takes what the programs need, or everything. */
final class PreStopRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(estate, container -> check(container, found));
  }

  private static void check(AuditedContainer container, Consumer<AuditFinding> found) {
    long preStop = container.preStop().needed().orElse(0L);
    long grace = container.grace().granted().orElse(Long.MAX_VALUE);
    if (preStop == 0 || grace == Long.MAX_VALUE) {
      return;
    }
    if (preStop >= grace) {
      found.accept(
          finding(
                  container,
                  preStop,
                  grace,
                  "leaves 2 s at most, which the kubelet grants after it has ended the hook",
                  container.programs().stream()
                      .filter(program -> program.need().isPresent())
                      .mapToLong(program -> Raising.grace(container, program))
                      .max()
                      .orElse(grace + preStop))
              .weighing(Level.ERROR)
              .killing());
      return;
    }
    container.programs().stream()
        .filter(AuditedProgram::tooShort)
        .filter(program -> graceOf(program) >= 0)
        .filter(program -> program.need().orElseThrow().seconds() > graceOf(program))
        .filter(program -> program.need().orElseThrow().seconds() <= graceOf(program) + preStop)
        .findFirst()
        .ifPresent(
            program -> {
              long need = program.need().orElseThrow().seconds();
              AuditFinding finding =
                  finding(
                          container,
                          preStop,
                          grace,
                          "leaves " + (grace - preStop) + " s, the work needs " + need + " s",
                          Raising.grace(container, program))
                      .weighing(Level.ERROR);
              found.accept(program.killedBy(BindingLink.Kind.GRACE) ? finding.killing() : finding);
            });
  }

  private static long graceOf(AuditedProgram program) {
    return program.links().stream()
        .filter(link -> link.kind() == BindingLink.Kind.GRACE)
        .mapToLong(BindingLink::seconds)
        .findFirst()
        .orElse(-1);
  }

  private static AuditFinding finding(
      AuditedContainer container, long preStop, long grace, String left, long raised) {
    return AuditFinding.of(
        Check.PRE_STOP_EATS_WINDOW,
        container.place(),
        container.preStop().at().or(() -> Rule.anchor(container)),
        "preStop takes " + preStop + " s of the grace period of " + grace + " s: it " + left,
        Change.remove("take the hook away: a queue worker gets no traffic that has to run off"),
        Change.raise("set terminationGracePeriodSeconds to " + raised + " or more"));
  }
}
