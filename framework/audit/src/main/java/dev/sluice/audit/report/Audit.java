package dev.sluice.audit.report;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.text.Problem;
import java.util.List;

/**
 * The outcome of one audit, which every report prints.
 *
 * @param estate what was audited
 * @param findings the gaps that kill first
 * @param accepted findings that a baseline knows
 * @param problems what could not be read
 */
public record Audit(
    Estate estate,
    List<AuditFinding> findings,
    List<AuditFinding> accepted,
    List<Problem> problems) {

  /** Copies the lists. */
  public Audit {
    findings = List.copyOf(findings);
    accepted = List.copyOf(accepted);
    problems = List.copyOf(problems);
  }
}
