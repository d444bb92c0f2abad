package dev.sluice.audit.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.assembly.PodNeed;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.assembly.Unseen;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Problem;
import java.io.IOException;
import java.util.Optional;

/**
 * The report for programs, as {@code docs/audit/json.md} describes it. Within one version of the
 * schema fields are only added.
 */
public final class JsonReport {
  /** The schema's name and version. */
  public static final String SCHEMA = "sluice-audit/1";

  private final Audit audit;
  private final String version;
  private final JsonGenerator out;

  private JsonReport(Audit audit, String version, JsonGenerator out) {
    this.audit = audit;
    this.version = version;
    this.out = out;
  }

  /**
   * Renders the report.
   *
   * @param audit what to say
   * @param version of this tool
   */
  public static String render(Audit audit, String version) {
    return Json.text(out -> new JsonReport(audit, version, out).write());
  }

  private void write() throws IOException {
    out.writeStartObject();
    out.writeStringField("schema", SCHEMA);
    out.writeStringField("version", version);
    out.writeArrayFieldStart("workloads");
    for (Subject subject : audit.estate().subjects()) {
      subject(subject);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("findings");
    for (AuditFinding finding : audit.findings()) {
      finding(finding, Optional.empty());
    }
    for (Baseline.Accepted accepted : audit.accepted()) {
      finding(accepted.finding(), Optional.of(accepted.reason()));
    }
    out.writeEndArray();
    out.writeArrayFieldStart("staleBaseline");
    for (Baseline.Entry entry : audit.stale()) {
      out.writeString(entry.fingerprint());
    }
    out.writeEndArray();
    out.writeArrayFieldStart("problems");
    for (Problem problem : audit.problems()) {
      out.writeStartObject();
      Json.position(out, problem.at());
      out.writeStringField("message", problem.message());
      out.writeEndObject();
    }
    out.writeEndArray();
    checklist();
    summary();
    out.writeEndObject();
  }

  private void subject(Subject subject) throws IOException {
    out.writeStartObject();
    out.writeStringField("place", subject.place().toString());
    if (subject.workload().isPresent()) {
      var workload = subject.workload().get();
      out.writeStringField("kind", workload.kind());
      out.writeStringField("namespace", workload.namespace());
      out.writeStringField("name", workload.name());
      Json.position(out, workload.at());
    }
    out.writeArrayFieldStart("containers");
    for (AuditedContainer container : subject.containers()) {
      container(container);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void container(AuditedContainer container) throws IOException {
    out.writeStartObject();
    container(container.place());
    out.writeStringField("supervision", Json.word(container.supervision()));
    out.writeArrayFieldStart("layers");
    for (LayerRow row : LayerRow.of(audit.estate(), container)) {
      JsonLayer.write(out, row);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("programs");
    for (AuditedProgram program : container.programs()) {
      program(container, program);
    }
    out.writeEndArray();
    if (container.podNeed().isPresent() && container.container().isPresent()) {
      pod(container.podNeed().get());
    }
    out.writeArrayFieldStart("unknown");
    for (Unseen unseen : container.unseen()) {
      out.writeStartObject();
      out.writeStringField("what", unseen.what());
      out.writeStringField("whereToLook", unseen.whereToLook());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void pod(PodNeed need) throws IOException {
    out.writeObjectFieldStart("pod");
    seconds("needed", need.seconds());
    out.writeBooleanField("neededIsAtLeast", need.atLeast());
    seconds("given", need.given().seconds());
    out.writeBooleanField("givenIsAtMost", need.givenAtMost());
    if (need.fits().isPresent()) {
      out.writeBooleanField("fits", need.fits().get());
    }
    out.writeEndObject();
  }

  private void container(Place place) throws IOException {
    if (place.container().isPresent()) {
      out.writeStringField("name", place.container().get());
    }
  }

  private void program(AuditedContainer container, AuditedProgram program) throws IOException {
    ProgramChain chain = ProgramChain.of(container, program);
    out.writeStartObject();
    if (program.place().program().isPresent()) {
      out.writeStringField("name", program.place().program().get());
    }
    if (program.need().isPresent()) {
      Need need = program.need().get();
      out.writeStringField("task", need.task());
      out.writeNumberField("needs", need.seconds());
    }
    seconds("window", program.window().seconds());
    out.writeBooleanField("windowIsAtMost", !chain.atMost().isEmpty());
    if (chain.holds().isPresent()) {
      out.writeBooleanField("holds", chain.holds().get());
    }
    out.writeObjectFieldStart("bindingLink");
    out.writeStringField("layer", program.bindingLink().layer());
    seconds("seconds", program.bindingLink().seconds());
    out.writeStringField("from", program.bindingLink().origin());
    out.writeEndObject();
    out.writeStringField("rule", chain.names());
    out.writeStringField("figures", chain.figures());
    out.writeEndObject();
  }

  private void finding(AuditFinding finding, Optional<String> accepted) throws IOException {
    out.writeStartObject();
    out.writeStringField("check", finding.check().id());
    out.writeStringField("level", finding.level().word());
    out.writeBooleanField("kills", finding.kills());
    out.writeStringField("workload", finding.place().workload());
    if (finding.place().container().isPresent()) {
      out.writeStringField("container", finding.place().container().get());
    }
    if (finding.place().program().isPresent()) {
      out.writeStringField("program", finding.place().program().get());
    }
    if (finding.at().isPresent()) {
      Json.position(out, finding.at().get());
    }
    out.writeStringField("message", finding.message());
    out.writeStringField("why", finding.why());
    out.writeArrayFieldStart("changes");
    for (Change change : finding.changes()) {
      out.writeStartObject();
      out.writeStringField("kind", change.kind().word());
      out.writeStringField("text", change.text());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeStringField("fingerprint", finding.fingerprint());
    if (accepted.isPresent()) {
      out.writeStringField("accepted", accepted.get());
    }
    out.writeEndObject();
  }

  private void checklist() throws IOException {
    out.writeArrayFieldStart("checklist");
    for (ChecklistLine line : Checklist.of(audit)) {
      out.writeStartObject();
      out.writeStringField("question", line.question());
      out.writeStringField("answer", line.answer().word());
      out.writeStringField("note", line.note());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void summary() throws IOException {
    out.writeObjectFieldStart("summary");
    out.writeNumberField("workloads", audit.estate().subjects().size());
    out.writeNumberField("kills", audit.findings().stream().filter(AuditFinding::kills).count());
    for (Level level : Level.values()) {
      out.writeNumberField(level.word() + "s", audit.count(level));
    }
    out.writeNumberField("accepted", audit.accepted().size());
    out.writeNumberField("problems", audit.problems().size());
    out.writeEndObject();
  }

  // Absent when nothing known ends it.
  private void seconds(String field, long seconds) throws IOException {
    if (seconds < LayerRow.UNLIMITED) {
      out.writeNumberField(field, seconds);
    }
  }
}
