package dev.sluice.audit.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** The report for annotations in reviews: SARIF 2.1.0. */
public final class SarifReport {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
  private static final String RENDERED = " (rendered)";

  private final Audit audit;
  private final String version;
  private final JsonGenerator out;

  private SarifReport(Audit audit, String version, JsonGenerator out) {
    this.audit = audit;
    this.version = version;
    this.out = out;
  }

  /**
   * Renders the report. A rule is a check; its help names the page of the check relative to this
   * project. What a baseline knows is {@code unchanged} and suppressed.
   *
   * @param audit what to say
   * @param version of this tool
   */
  public static String render(Audit audit, String version) {
    return Json.text(out -> new SarifReport(audit, version, out).write());
  }

  private void write() throws IOException {
    out.writeStartObject();
    out.writeStringField("$schema", SCHEMA);
    out.writeStringField("version", "2.1.0");
    out.writeArrayFieldStart("runs");
    out.writeStartObject();
    tool();
    invocation();
    out.writeStringField("columnKind", "unicodeCodePoints");
    out.writeArrayFieldStart("results");
    for (AuditFinding finding : audit.findings()) {
      result(finding, Optional.empty());
    }
    for (Baseline.Accepted accepted : audit.accepted()) {
      result(accepted.finding(), Optional.of(accepted.reason()));
    }
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndArray();
    out.writeEndObject();
  }

  private void tool() throws IOException {
    out.writeObjectFieldStart("tool");
    out.writeObjectFieldStart("driver");
    out.writeStringField("name", "sluice-audit");
    out.writeStringField("version", version);
    out.writeArrayFieldStart("rules");
    for (Check check : Check.values()) {
      out.writeStartObject();
      out.writeStringField("id", check.id());
      text("shortDescription", check.id().replace('-', ' '));
      text("fullDescription", check.why());
      String page = "docs/audit/" + check.id() + ".md";
      out.writeObjectFieldStart("help");
      out.writeStringField("text", check.why() + " See " + page + ".");
      out.writeStringField("markdown", check.why() + " See [" + check.id() + "](" + page + ").");
      out.writeEndObject();
      out.writeObjectFieldStart("defaultConfiguration");
      out.writeStringField("level", check.level().word());
      out.writeEndObject();
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndObject();
  }

  private void invocation() throws IOException {
    out.writeArrayFieldStart("invocations");
    out.writeStartObject();
    out.writeBooleanField("executionSuccessful", audit.problems().isEmpty());
    out.writeArrayFieldStart("toolExecutionNotifications");
    for (Problem problem : audit.problems()) {
      out.writeStartObject();
      out.writeStringField("level", "error");
      text("message", problem.message());
      locations(Optional.of(problem.at()), Optional.empty());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndArray();
  }

  private void result(AuditFinding finding, Optional<String> accepted) throws IOException {
    out.writeStartObject();
    out.writeStringField("ruleId", finding.check().id());
    out.writeStringField("level", finding.level().word());
    text("message", message(finding));
    locations(finding.at(), Optional.of(finding.place().toString()));
    out.writeObjectFieldStart("partialFingerprints");
    out.writeStringField("sluiceAudit/v1", finding.fingerprint());
    out.writeEndObject();
    if (audit.baseline().isPresent()) {
      out.writeStringField("baselineState", accepted.isPresent() ? "unchanged" : "new");
    }
    if (accepted.isPresent()) {
      out.writeArrayFieldStart("suppressions");
      out.writeStartObject();
      out.writeStringField("kind", "external");
      out.writeStringField("justification", accepted.get());
      out.writeEndObject();
      out.writeEndArray();
    }
    out.writeObjectFieldStart("properties");
    out.writeBooleanField("kills", finding.kills());
    out.writeEndObject();
    out.writeEndObject();
  }

  private static String message(AuditFinding finding) {
    StringBuilder message = new StringBuilder(finding.place().toString());
    message.append(": ").append(finding.message()).append(". ").append(finding.why());
    for (Change change : finding.changes()) {
      message.append("\n- ").append(change.kind().word()).append(": ").append(change.text());
    }
    return message.toString();
  }

  private void locations(Optional<Position> at, Optional<String> place) throws IOException {
    if (at.isEmpty() && place.isEmpty()) {
      return;
    }
    out.writeArrayFieldStart("locations");
    out.writeStartObject();
    if (at.isPresent()) {
      physical(at.get());
    }
    if (place.isPresent()) {
      out.writeArrayFieldStart("logicalLocations");
      out.writeStartObject();
      out.writeStringField("fullyQualifiedName", place.get());
      out.writeEndObject();
      out.writeEndArray();
    }
    out.writeEndObject();
    out.writeEndArray();
  }

  // The lines of a rendered chart are not those of its template.
  private void physical(Position at) throws IOException {
    boolean rendered = at.file().endsWith(RENDERED);
    String file =
        rendered ? at.file().substring(0, at.file().length() - RENDERED.length()) : at.file();
    out.writeObjectFieldStart("physicalLocation");
    out.writeObjectFieldStart("artifactLocation");
    out.writeStringField("uri", uri(file));
    out.writeEndObject();
    if (!rendered) {
      out.writeObjectFieldStart("region");
      out.writeNumberField("startLine", Math.max(1, at.line()));
      out.writeNumberField("startColumn", Math.max(1, at.column()));
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  private static String uri(String file) {
    // Standard input has no path; a name that stays the same keeps its results comparable.
    if (file.equals("-")) {
      return "stdin";
    }
    try {
      boolean absolute = file.startsWith("/");
      // A first part with a colon would be taken for a scheme.
      String path = !absolute && file.contains(":") ? "./" + file : file;
      return new URI(absolute ? "file" : null, absolute ? "" : null, path, null).toASCIIString();
    } catch (URISyntaxException e) {
      return "unknown";
    }
  }

  private void text(String field, String text) throws IOException {
    out.writeObjectFieldStart(field);
    out.writeStringField("text", text);
    out.writeEndObject();
  }
}
