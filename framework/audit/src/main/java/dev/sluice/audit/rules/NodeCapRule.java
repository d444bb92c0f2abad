package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.BindingLink;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.chain.NodeCap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A grace period beyond what drains the node. */
final class NodeCapRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    estate
        .nodeCap()
        .ifPresent(cap -> estate.subjects().forEach(subject -> check(subject, cap, found)));
  }

  private static void check(Subject subject, NodeCap cap, Consumer<AuditFinding> found) {
    if (subject.workload().isEmpty() || subject.containers().isEmpty()) {
      return;
    }
    AuditedContainer first = subject.containers().get(0);
    Optional<Long> granted = first.grace().granted();
    if (granted.isEmpty() || granted.get() <= cap.seconds()) {
      return; // an unknown grace period is said to be unknown by another rule
    }
    long grace = granted.get();
    List<AuditedProgram> programs =
        subject.containers().stream()
            .map(AuditedContainer::programs)
            .flatMap(List::stream)
            .toList();
    AuditFinding finding =
        AuditFinding.of(
            Check.NODE_CAP_EXCEEDED,
            subject.place(),
            first.grace().at().or(() -> subject.workload().map(it -> it.at())),
            "terminationGracePeriodSeconds "
                + grace
                + " > node cap "
                + cap.seconds()
                + " s ("
                + cap.origin()
                + ")",
            Change.raise("let the nodes wait " + grace + " s or more, or run on others"),
            Change.lower(
                "shorten the work until "
                    + cap.seconds()
                    + " s are enough, and lower the grace period to that"),
            Change.split("stop at checkpoints, so that a drain needs no whole task"));
    if (programs.stream().anyMatch(it -> it.killedBy(BindingLink.Kind.NODE))) {
      found.accept(finding.killing());
    } else if (programs.stream().anyMatch(it -> needsMoreThan(it, cap))) {
      found.accept(finding);
    } else {
      found.accept(finding.weighing(Level.WARNING));
    }
  }

  private static boolean needsMoreThan(AuditedProgram program, NodeCap cap) {
    return program.need().filter(need -> need.seconds() > cap.seconds()).isPresent();
  }
}
