package dev.sluice.chart;

import dev.sluice.chain.Golden;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The golden files as the tables of the documentation. */
final class GoldenTables {
  private GoldenTables() {}

  static String derivation() {
    List<List<String>> lines = new ArrayList<>();
    for (Golden row : Golden.rows("derivation.yaml")) {
      Golden expect = row.map("expect");
      lines.add(
          List.of(
              row.toString(),
              code(without(row, Set.of("case", "expect"))),
              figure(expect, "need"),
              figure(expect, "window"),
              figure(expect, "stopwait"),
              figure(expect, "grace"),
              verdict(expect)));
    }
    return table(
        List.of("case", "declared", "need", "window", "stopwait", "grace", "verdict"), lines);
  }

  static String audit() {
    List<List<String>> lines = new ArrayList<>();
    for (Golden row : Golden.rows("audit.yaml")) {
      Golden expect = row.map("expect");
      lines.add(
          List.of(
              row.toString(),
              joined(expect, "windows"),
              expect.text("binding").orElseThrow(),
              joined(expect, "fits").replace("true", "yes").replace("false", "no"),
              figure(expect, "podNeeds"),
              expect.text("podFits").orElseThrow().equals("true") ? "yes" : "no"));
    }
    return table(
        List.of("case", "real window", "binding link", "work fits", "pod needs", "pod has room"),
        lines);
  }

  static String consumer() {
    List<List<String>> lines = new ArrayList<>();
    for (Golden row : Golden.rows("consumer.yaml")) {
      lines.add(
          List.of(
              row.toString(),
              code(without(row, Set.of("case", "figure", "expect"))),
              figure(row, "expect")));
    }
    return table(List.of("case", "inputs", "figure"), lines);
  }

  static String forms() {
    List<List<String>> lines = new ArrayList<>();
    for (Object form : Golden.file("durations.yaml").list("good")) {
      Golden good = new Golden(entries(form));
      lines.add(
          List.of(
              "`" + good.text("text").orElseThrow() + "`",
              figure(good, "seconds"),
              "`" + good.text("prints").orElseThrow() + "`"));
    }
    return table(List.of("written", "whole seconds", "printed"), lines);
  }

  private static String table(List<String> head, List<List<String>> lines) {
    String rule = head.stream().map(column -> "---").collect(Collectors.joining("|", "|", "|"));
    return line(head)
        + "\n"
        + rule
        + "\n"
        + lines.stream().map(GoldenTables::line).collect(Collectors.joining("\n"));
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String verdict(Golden expect) {
    String remarks = String.join(", ", expect.<String>list("findings"));
    return expect
        .text("refused")
        .map(words -> "refused: " + words)
        .orElse(remarks.isEmpty() ? "ok" : "ok: " + remarks);
  }

  private static String figure(Golden row, String key) {
    return row.text(key).orElse("-");
  }

  private static String joined(Golden row, String key) {
    return row.list(key).stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static Map<String, Object> without(Golden row, Set<String> keys) {
    Map<String, Object> rest = new LinkedHashMap<>(row.row());
    rest.keySet().removeAll(keys);
    return rest;
  }

  private static String code(Map<String, Object> values) {
    String text = values.toString().replace("=", ": ");
    return "`" + text.substring(1, text.length() - 1) + "`";
  }

  private static Map<String, Object> entries(Object map) {
    Map<String, Object> entries = new LinkedHashMap<>();
    ((Map<?, ?>) map).forEach((key, value) -> entries.put(String.valueOf(key), value));
    return entries;
  }
}
