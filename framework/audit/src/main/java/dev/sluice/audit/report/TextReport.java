package dev.sluice.audit.report;

import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.assembly.Unseen;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.report.Page.Ink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The report for people: per workload the chain, the gap that kills, the other gaps; then what is
 * unknown, the checklist and one line of summary. Lines have at most 120 characters.
 */
public final class TextReport {
  private static final int ANSWER = "unknown".length();

  private final Audit audit;
  private final Page page;

  private TextReport(Audit audit, boolean colours) {
    this.audit = audit;
    this.page = new Page(colours);
  }

  /**
   * Renders the report.
   *
   * @param audit what to say
   * @param colours whether a terminal shows it
   */
  public static String render(Audit audit, boolean colours) {
    return new TextReport(audit, colours).render();
  }

  private String render() {
    Map<String, List<AuditFinding>> byWorkload = new LinkedHashMap<>();
    List<AuditFinding> unknown = new ArrayList<>();
    for (AuditFinding finding : audit.findings()) {
      if (finding.check() == Check.UNKNOWN) {
        unknown.add(finding);
      } else {
        byWorkload
            .computeIfAbsent(finding.place().workload(), key -> new ArrayList<>())
            .add(finding);
      }
    }
    for (Subject subject : audit.estate().subjects()) {
      page.line(0, heading(subject), Ink.BOLD);
      subject.containers().forEach(container -> TextChain.print(page, audit.estate(), container));
      List<AuditFinding> found = byWorkload.remove(subject.place().workload());
      gaps(found == null ? List.of() : found);
      page.blank();
    }
    elsewhere(byWorkload);
    unknowns(unknown);
    outside();
    baseline();
    problems();
    checklist();
    page.line(0, Summary.line(audit), Ink.BOLD);
    return page.toString();
  }

  private static String heading(Subject subject) {
    String place = subject.place().toString();
    return subject.workload().map(it -> place + "  (" + it.at() + ")").orElse(place);
  }

  private void gaps(List<AuditFinding> found) {
    List<AuditFinding> killing = found.stream().filter(AuditFinding::kills).toList();
    List<AuditFinding> others = found.stream().filter(finding -> !finding.kills()).toList();
    if (!killing.isEmpty()) {
      page.line(2, "THE GAP THAT KILLS", Ink.RED);
      killing.forEach(this::finding);
    }
    if (!others.isEmpty()) {
      page.line(2, killing.isEmpty() ? "GAPS" : "REAL, BUT NOT THE CAUSE", Ink.BOLD);
      others.forEach(this::finding);
    }
    if (found.isEmpty()) {
      page.line(2, "No gap found in what was read.");
    }
  }

  private void finding(AuditFinding finding) {
    page.item(
        4,
        finding.level().word() + " " + finding.check().id() + ":",
        finding.message(),
        Ink.of(finding.level()));
    String at = finding.at().map(it -> it + ", ").orElse("");
    page.line(6, at + finding.place());
    page.line(6, finding.why());
    for (Change change : finding.changes()) {
      page.item(6, "- " + change.kind().word() + ":", change.text(), Ink.PLAIN);
    }
  }

  private void elsewhere(Map<String, List<AuditFinding>> rest) {
    if (rest.isEmpty()) {
      return;
    }
    page.line(0, "Elsewhere", Ink.BOLD);
    rest.values().forEach(this::gaps);
    page.blank();
  }

  // The same unknown of many places is said once.
  private void unknowns(List<AuditFinding> unknown) {
    if (unknown.isEmpty()) {
      return;
    }
    page.line(0, "Unknown, and where to look", Ink.BOLD);
    Map<String, List<AuditFinding>> same = new LinkedHashMap<>();
    unknown.forEach(it -> same.computeIfAbsent(it.message(), key -> new ArrayList<>()).add(it));
    same.forEach(
        (message, places) -> {
          AuditFinding first = places.get(0);
          int others = places.size() - 1;
          page.line(
              2,
              message + " (" + first.place() + (others == 0 ? ")" : ", and " + others + " more)"));
          first.changes().forEach(change -> page.item(4, "-", change.text(), Ink.PLAIN));
        });
    page.blank();
  }

  private void outside() {
    page.line(0, "In no file of a workload, and may be shorter still", Ink.BOLD);
    for (Unseen layer : Unseen.OUTSIDE) {
      page.item(2, "-", layer.what() + ": " + layer.whereToLook(), Ink.PLAIN);
    }
    page.blank();
  }

  private void baseline() {
    audit
        .accepted()
        .forEach(
            it ->
                page.item(
                    0, "accepted", it.finding().fingerprint() + ": " + it.reason(), Ink.PLAIN));
    audit
        .stale()
        .forEach(
            entry ->
                page.item(
                    0,
                    "stale",
                    entry.fingerprint() + ": nothing answers to it any more, remove the entry",
                    Ink.YELLOW));
    if (audit.baseline().isPresent()) {
      page.blank();
    }
  }

  private void problems() {
    if (audit.problems().isEmpty()) {
      return;
    }
    page.line(0, "Could not be read; everything else was audited", Ink.RED);
    audit.problems().forEach(problem -> page.line(2, problem.toString()));
    page.blank();
  }

  private void checklist() {
    page.line(0, "Checklist", Ink.BOLD);
    for (ChecklistLine line : Checklist.of(audit)) {
      String word = line.answer().word();
      String answer = word + " ".repeat(ANSWER - word.length());
      page.item(2, answer, line.question(), ink(line));
      page.line(10, line.note());
    }
    page.blank();
  }

  private static Ink ink(ChecklistLine line) {
    return switch (line.answer()) {
      case PASS -> Ink.GREEN;
      case FAIL -> Ink.RED;
      case UNKNOWN -> Ink.YELLOW;
    };
  }
}
