package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
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
}
