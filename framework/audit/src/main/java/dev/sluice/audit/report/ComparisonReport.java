package dev.sluice.audit.report;

import dev.sluice.audit.report.Page.Ink;
import dev.sluice.audit.text.Problem;
import java.util.List;

/** A comparison as a text or as JSON. */
public final class ComparisonReport {
  private static final int LAYER = 44;
  private static final int FIGURE = 24;

  private ComparisonReport() {}

  /** For people; what differs is marked with an asterisk, what is unknown with "?". */
  public static String text(Comparison comparison, List<Problem> problems, boolean colours) {
    Page page = new Page(colours);
    page.line(0, "A = " + comparison.first());
    page.line(0, "B = " + comparison.second());
    for (Comparison.Workload workload : comparison.workloads()) {
      page.blank().line(0, workload.name(), Ink.BOLD);
      row(page, " ", "layer", "A", "B", Ink.PLAIN);
      for (Comparison.Row row : workload.rows()) {
        row(
            page,
            row.differs() ? "*" : row.unknown() ? "?" : " ",
            row.layer(),
            row.first(),
            row.second(),
            row.differs() ? Ink.YELLOW : Ink.PLAIN);
      }
    }
    page.blank();
    if (!problems.isEmpty()) {
      page.line(0, "Could not be read; everything else was compared", Ink.RED);
      problems.forEach(problem -> page.line(2, problem.toString()));
      page.blank();
    }
    page.line(0, comparison.conclusion(), Ink.BOLD);
    return page.toString();
  }

  /** For programs. */
  public static String json(Comparison comparison, List<Problem> problems) {
    return Json.text(
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", "sluice-audit-comparison/1");
          out.writeStringField("first", comparison.first());
          out.writeStringField("second", comparison.second());
          out.writeBooleanField("differs", comparison.differs());
          out.writeArrayFieldStart("workloads");
          for (Comparison.Workload workload : comparison.workloads()) {
            out.writeStartObject();
            out.writeStringField("name", workload.name());
            out.writeArrayFieldStart("figures");
            for (Comparison.Row row : workload.rows()) {
              out.writeStartObject();
              out.writeStringField("layer", row.layer());
              out.writeStringField("first", row.first());
              out.writeStringField("second", row.second());
              out.writeBooleanField("differs", row.differs());
              out.writeBooleanField("unknown", row.unknown());
              out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
          }
          out.writeEndArray();
          out.writeArrayFieldStart("problems");
          for (Problem problem : problems) {
            out.writeString(problem.toString());
          }
          out.writeEndArray();
          out.writeEndObject();
        });
  }

  private static void row(Page page, String mark, String layer, String a, String b, Ink ink) {
    page.item(1, mark, pad(layer, LAYER) + "  " + pad(a, FIGURE) + "  " + b, ink);
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }
}
