package dev.sluice.audit.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.audit.diagnose.Diagnosis;
import dev.sluice.audit.diagnose.Evidence;
import dev.sluice.audit.diagnose.Verdict;
import dev.sluice.audit.text.Problem;
import java.io.IOException;
import java.util.List;

/**
 * What ended the workers, for programs, as {@code docs/audit/diagnose.md} describes it. Within one
 * version of the schema fields are only added.
 */
public final class DiagnosisJson {
  /** The schema's name and version. */
  public static final String SCHEMA = "sluice-diagnosis/1";

  private DiagnosisJson() {}

  /** Renders the verdicts. */
  public static String render(Diagnosis diagnosis) {
    return Json.text(
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", SCHEMA);
          out.writeArrayFieldStart("verdicts");
          for (Verdict verdict : diagnosis.verdicts()) {
            verdict(out, verdict);
          }
          out.writeEndArray();
          out.writeArrayFieldStart("problems");
          for (Problem problem : diagnosis.problems()) {
            out.writeStartObject();
            Json.position(out, problem.at());
            out.writeStringField("message", problem.message());
            out.writeEndObject();
          }
          out.writeEndArray();
          out.writeEndObject();
        });
  }

  private static void verdict(JsonGenerator out, Verdict verdict) throws IOException {
    out.writeStartObject();
    out.writeStringField("subject", verdict.subject());
    out.writeStringField("layer", verdict.layer().id());
    out.writeStringField("text", verdict.text());
    out.writeStringField("certainty", verdict.certainty().word());
    if (verdict.startedBy().isPresent()) {
      out.writeStringField("startedBy", verdict.startedBy().get());
    }
    out.writeArrayFieldStart("evidence");
    for (Evidence evidence : verdict.evidence()) {
      out.writeStartObject();
      if (evidence.at().isPresent()) {
        Json.position(out, evidence.at().get());
      }
      out.writeStringField("text", evidence.text());
      out.writeEndObject();
    }
    out.writeEndArray();
    strings(out, "rulesOut", verdict.rulesOut());
    strings(out, "notes", verdict.notes());
    strings(out, "collect", verdict.collect());
    out.writeEndObject();
  }

  private static void strings(JsonGenerator out, String field, List<String> values)
      throws IOException {
    out.writeArrayFieldStart(field);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }
}
