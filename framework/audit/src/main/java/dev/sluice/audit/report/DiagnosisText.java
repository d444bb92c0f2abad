package dev.sluice.audit.report;

import dev.sluice.audit.diagnose.Diagnosis;
import dev.sluice.audit.diagnose.Evidence;
import dev.sluice.audit.diagnose.Verdict;
import dev.sluice.audit.report.Page.Ink;
import java.util.List;

/** What ended the workers, for people. */
public final class DiagnosisText {
  private static final int EVIDENCE = 12;

  private DiagnosisText() {}

  /**
   * Renders the verdicts. What could not be read is told apart, on standard error.
   *
   * @param diagnosis what to say
   * @param colours whether a terminal shows them
   */
  public static String render(Diagnosis diagnosis, boolean colours) {
    Page page = new Page(colours);
    if (diagnosis.verdicts().isEmpty()) {
      page.line(
          0, "No end of a worker in what was read. Collect its logs, its pod and its events:");
      page.line(2, "kubectl get pod POD -o json");
      page.line(2, "kubectl logs POD --previous --timestamps");
      page.line(2, "kubectl get events --field-selector involvedObject.name=POD -o json");
    }
    for (int i = 0; i < diagnosis.verdicts().size(); i++) {
      if (i > 0) {
        page.blank();
      }
      verdict(page, diagnosis.verdicts().get(i));
    }
    return page.toString();
  }

  private static void verdict(Page page, Verdict verdict) {
    page.line(0, verdict.subject(), Ink.BOLD);
    Ink ink =
        switch (verdict.certainty()) {
          case CERTAIN -> Ink.RED;
          case LIKELY -> Ink.YELLOW;
          case OPEN -> Ink.PLAIN;
        };
    page.item(2, "layer:", verdict.text() + " [" + verdict.certainty().word() + "]", ink);
    verdict.startedBy().ifPresent(by -> page.item(2, "begun by:", by, Ink.PLAIN));
    List<Evidence> shown = verdict.evidence().stream().limit(EVIDENCE).toList();
    list(page, "evidence:", shown.stream().map(Evidence::toString).toList());
    if (verdict.evidence().size() > EVIDENCE) {
      page.line(4, "and " + (verdict.evidence().size() - EVIDENCE) + " more, see --json");
    }
    list(page, "rules out:", verdict.rulesOut());
    list(page, "note:", verdict.notes());
    list(page, "collect:", verdict.collect());
  }

  private static void list(Page page, String title, List<String> lines) {
    lines.forEach(line -> page.item(2, title, line, Ink.PLAIN));
  }
}
