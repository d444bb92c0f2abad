package dev.sluice.testkit.rehearsal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** The verdicts for programs. */
final class VerdictJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private VerdictJson() {}

  static String render(String pipeline, String handler, int records, List<Verdict> verdicts) {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", 1);
    root.put("pipeline", pipeline);
    root.put("handler", handler);
    root.put("records", records);
    root.put("passed", verdicts.stream().noneMatch(each -> each.result() == Result.FAIL));
    ArrayNode list = root.putArray("verdicts");
    verdicts.forEach(verdict -> add(verdict, list.addObject()));
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("can't write a tree of plain values", e);
    }
  }

  private static void add(Verdict verdict, ObjectNode node) {
    node.put("scenario", verdict.scenario());
    node.put("verdict", verdict.result().word().replace(" ", "-").toLowerCase(Locale.ROOT));
    verdict
        .counts()
        .ifPresent(
            counts -> {
              node.put("lost", counts.lost());
              node.put("again", counts.again());
              node.put("allowed", counts.allowed());
            });
    if (!verdict.stop().isEmpty()) {
      node.put("outcome", verdict.stop());
    }
    node.put("tookMs", verdict.took().toNanos() / 1e6);
    node.put("measured", verdict.measured());
    verdict.reasons().forEach(node.putArray("reasons")::add);
  }
}
