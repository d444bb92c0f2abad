package dev.sluice.audit.report;

import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Level;
import java.util.List;

/** The last line of a report. */
final class Summary {
  private Summary() {}

  static String line(Audit audit) {
    List<AuditFinding> findings = audit.findings();
    long kills = findings.stream().filter(AuditFinding::kills).count();
    long undeclared =
        audit.estate().subjects().stream()
            .flatMap(subject -> subject.containers().stream())
            .flatMap(container -> container.programs().stream())
            .filter(program -> program.need().isEmpty())
            .count();
    StringBuilder line = new StringBuilder();
    line.append(count(audit.estate().subjects().size(), "workload"))
        .append(" audited: ")
        .append(count(findings.size(), "finding"))
        .append(" (")
        .append(count(audit.count(Level.ERROR), "error"))
        .append(", ")
        .append(count(audit.count(Level.WARNING), "warning"))
        .append(", ")
        .append(count(audit.count(Level.NOTE), "note"))
        .append("), ")
        .append(kills == 0 ? "none" : Long.toString(kills))
        .append(" of them about a gap that kills");
    if (undeclared > 0) {
      line.append("; the work of ")
          .append(count(undeclared, "program"))
          .append(" is unknown, so its windows are not judged");
    }
    if (!audit.accepted().isEmpty()) {
      line.append("; ").append(audit.accepted().size()).append(" accepted");
    }
    if (!audit.problems().isEmpty()) {
      line.append("; ")
          .append(count(audit.problems().size(), "place"))
          .append(" could not be read");
    }
    return line.toString();
  }

  private static String count(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
