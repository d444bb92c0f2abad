package dev.sluice.audit.report;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The outcome of one audit, which every report prints.
 *
 * @param estate what was audited
 * @param findings the gaps that kill first; without those that a baseline knows
 * @param baseline what a baseline says; empty when none was given
 * @param problems what could not be read
 */
public record Audit(
    Estate estate,
    List<AuditFinding> findings,
    Optional<Baseline.Answer> baseline,
    List<Problem> problems) {
  /** Copies the lists. */
  public Audit {
    findings = List.copyOf(findings);
    problems = List.copyOf(problems);
  }

  /** An audit without a baseline. */
  public static Audit of(Estate estate, List<AuditFinding> findings, List<Problem> problems) {
    return new Audit(estate, findings, Optional.empty(), problems);
  }

  /** The same with the findings that a baseline knows set apart. */
  public Audit against(Baseline known) {
    Baseline.Answer answer = known.answer(findings);
    return new Audit(estate, answer.fresh(), Optional.of(answer), problems);
  }

  /** Findings that a baseline knows. */
  public List<Baseline.Accepted> accepted() {
    return baseline.map(Baseline.Answer::accepted).orElse(List.of());
  }

  /** Entries of the baseline that nothing answers to any more. */
  public List<Baseline.Entry> stale() {
    return baseline.map(Baseline.Answer::stale).orElse(List.of());
  }

  /** All findings, accepted or not: a gap stays one when somebody has accepted it. */
  public List<AuditFinding> all() {
    return Stream.concat(findings.stream(), accepted().stream().map(Baseline.Accepted::finding))
        .toList();
  }

  /** How many of the findings that no baseline knows have this weight. */
  public long count(Level level) {
    return findings.stream().filter(finding -> finding.level() == level).count();
  }

  /** True when a finding that no baseline knows weighs at least as much. */
  public boolean reaches(Level level) {
    return findings.stream().anyMatch(finding -> finding.level().atLeast(level));
  }
}
