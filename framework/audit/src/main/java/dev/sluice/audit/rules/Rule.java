package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.text.Position;
import java.util.Optional;
import java.util.function.Consumer;

/** Looks for one kind of gap. Without state; called once per audit. */
@FunctionalInterface
public interface Rule {

  /**
   * Reports what it finds.
   *
   * @param estate everything that was read
   * @param found takes each finding
   */
  void check(Estate estate, Consumer<AuditFinding> found);

  /** Every container of every subject. */
  static void containers(Estate estate, Consumer<AuditedContainer> each) {
    estate.subjects().forEach(subject -> subject.containers().forEach(each));
  }

  /** Every workload. */
  static void workloads(Estate estate, Consumer<Workload> each) {
    estate.subjects().forEach(subject -> subject.workload().ifPresent(each));
  }

  /** Where a missing figure of a container would stand. */
  static Optional<Position> anchor(AuditedContainer container) {
    return container.container().map(it -> it.spec().at()).or(() -> container.grace().at());
  }
}
