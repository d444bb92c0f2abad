package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.spi.Checked;
import java.util.List;
import java.util.Locale;

/** What a check has found, for people and for programs. */
final class CheckReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String INDENT = " ".repeat(13);

  private CheckReport() {}

  /** One line for each thing; below it what else there is to say, and how to mend it. */
  static String lines(List<Checked> found, boolean good) {
    int width = found.stream().mapToInt(each -> each.what().length()).max().orElse(1);
    StringBuilder lines = new StringBuilder();
    for (Checked each : found) {
      String[] text = each.text().split("\n", -1);
      lines.append(("%-11s  %-" + width + "s  %s%n").formatted(word(each), each.what(), text[0]));
      for (int i = 1; i < text.length; i++) {
        lines.append(INDENT).append(text[i]).append(System.lineSeparator());
      }
      each.fix()
          .ifPresent(
              fix ->
                  lines
                      .append(INDENT)
                      .append("Fix: ")
                      .append(fix.replace("\n", System.lineSeparator() + INDENT))
                      .append(System.lineSeparator()));
    }
    return lines
        .append(good ? "nothing is wrong" : "a run would not start")
        .append(System.lineSeparator())
        .toString();
  }

  /** One object on several lines. */
  static String json(List<Checked> found, boolean good) {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", 1);
    root.put("ok", good);
    ArrayNode checks = root.putArray("checks");
    for (Checked each : found) {
      ObjectNode node = checks.addObject();
      node.put("what", each.what());
      node.put("status", word(each).replace(' ', '-'));
      node.put("text", each.text());
      each.fix().ifPresent(fix -> node.put("fix", fix));
    }
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("can't write a tree of plain values", e);
    }
  }

  private static String word(Checked checked) {
    return checked.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
