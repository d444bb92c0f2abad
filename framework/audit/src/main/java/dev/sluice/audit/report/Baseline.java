package dev.sluice.audit.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Findings that somebody has accepted: a JSON list of {@code {"fingerprint": ..., "reason": ...}}.
 * An entry knows a finding by its check, its place and its subject, so the figures may change.
 *
 * @param entries in the order of the file
 */
public record Baseline(List<Entry> entries) {
  /** What a new entry says until a person says more. */
  public static final String NO_REASON = "not given yet: say why this is accepted";

  /** Copies the entries. */
  public Baseline {
    entries = List.copyOf(entries);
  }

  /**
   * An accepted finding.
   *
   * @param fingerprint of {@link AuditFinding#fingerprint()}
   * @param reason why it is accepted
   */
  public record Entry(String fingerprint, String reason) {}

  /**
   * A finding with the reason why it is accepted.
   *
   * @param finding as it is today
   * @param reason of the baseline
   */
  public record Accepted(AuditFinding finding, String reason) {}

  /**
   * What a baseline says about findings.
   *
   * @param fresh those it does not know
   * @param accepted those it knows
   * @param stale its entries that no finding answers to
   */
  public record Answer(List<AuditFinding> fresh, List<Accepted> accepted, List<Entry> stale) {
    /** Copies the lists. */
    public Answer {
      fresh = List.copyOf(fresh);
      accepted = List.copyOf(accepted);
      stale = List.copyOf(stale);
    }
  }

  /**
   * Reads a baseline.
   *
   * @param text the file
   * @param problems takes what can't be read, with place and fix; such an entry accepts nothing
   */
  public static Baseline read(SourceText text, List<Problem> problems) {
    Documents documents = Documents.read(text);
    problems.addAll(documents.problems());
    List<Entry> entries = new ArrayList<>();
    for (Tree tree : documents.trees()) {
      if (tree instanceof Sequence list) {
        list.items().forEach(item -> entry(item, entries, problems));
      } else {
        problems.add(
            new Problem(tree.at(), "a baseline is a JSON list: write one with --write-baseline"));
      }
    }
    return new Baseline(entries);
  }

  private static void entry(Tree item, List<Entry> entries, List<Problem> problems) {
    if (item instanceof Mapping entry && entry.text("fingerprint").isPresent()) {
      entries.add(
          new Entry(
              entry.text("fingerprint").orElseThrow(), entry.text("reason").orElse(NO_REASON)));
    } else {
      problems.add(
          new Problem(
              item.at(),
              "an entry of a baseline needs a fingerprint: {\"fingerprint\": \"...\", \"reason\":"
                  + " \"...\"}"));
    }
  }

  /** Accepts what there is today; the reasons of an earlier baseline are kept. */
  public static Baseline accepting(List<AuditFinding> findings, Baseline earlier) {
    Map<String, String> reasons = earlier.reasons();
    Set<String> fingerprints = new LinkedHashSet<>();
    findings.forEach(finding -> fingerprints.add(finding.fingerprint()));
    return new Baseline(
        fingerprints.stream()
            .sorted()
            .map(print -> new Entry(print, reasons.getOrDefault(print, NO_REASON)))
            .toList());
  }

  /** Sets findings that it knows apart from those it does not. */
  public Answer answer(List<AuditFinding> findings) {
    Map<String, String> reasons = reasons();
    Set<String> met = new LinkedHashSet<>();
    List<AuditFinding> fresh = new ArrayList<>();
    List<Accepted> accepted = new ArrayList<>();
    for (AuditFinding finding : findings) {
      String reason = reasons.get(finding.fingerprint());
      if (reason == null) {
        fresh.add(finding);
      } else {
        met.add(finding.fingerprint());
        accepted.add(new Accepted(finding, reason));
      }
    }
    List<Entry> stale =
        entries.stream().filter(entry -> !met.contains(entry.fingerprint())).toList();
    return new Answer(fresh, accepted, stale);
  }

  /** As it is written to a file. */
  public String json() {
    return Json.text(this::write);
  }

  private void write(JsonGenerator out) throws IOException {
    out.writeStartArray();
    for (Entry entry : entries) {
      out.writeStartObject();
      out.writeStringField("fingerprint", entry.fingerprint());
      out.writeStringField("reason", entry.reason());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private Map<String, String> reasons() {
    Map<String, String> reasons = new LinkedHashMap<>();
    entries.forEach(entry -> reasons.put(entry.fingerprint(), entry.reason()));
    return reasons;
  }
}
