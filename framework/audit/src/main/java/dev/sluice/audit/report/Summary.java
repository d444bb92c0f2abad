package dev.sluice.audit.report;

import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Level;

/** The last line of a report. */
final class Summary {
  private Summary() {}

  static String line(Audit audit) {
    long kills = audit.findings().stream().filter(AuditFinding::kills).count();
    StringBuilder line = new StringBuilder();
    line.append(count(audit.estate().subjects().size(), "workload"))
        .append(" audited: ")
        .append(
            kills == 0
                ? "no gap that kills"
                : count(kills, "gap") + " that " + (kills == 1 ? "kills" : "kill"))
        .append("; ")
        .append(count(audit.count(Level.ERROR), "error"))
        .append(", ")
        .append(count(audit.count(Level.WARNING), "warning"))
        .append(", ")
        .append(count(audit.count(Level.NOTE), "note"));
    if (!audit.accepted().isEmpty()) {
      line.append(", ").append(audit.accepted().size()).append(" accepted");
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
