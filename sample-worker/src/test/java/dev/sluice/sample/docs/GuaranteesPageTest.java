package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testkit.contract.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of what each source has been measured to do, from the results of its contract. */
class GuaranteesPageTest {
  private static final String PAGE = "docs/guarantees.md";
  private static final String BEGIN = "<!-- Printed by GuaranteesPageTest. -->\n";
  private static final String END = "<!-- Up to here. -->\n";
  private static final Pattern MEASURED = Pattern.compile("(\\d+) of at most (\\d+)");
  private static final Map<String, String> SOURCES = sources();

  private static Map<String, String> sources() {
    Map<String, String> sources = new LinkedHashMap<>();
    sources.put("kafka", "framework/kafka");
    sources.put("kafka-broker-side", "framework/kafka");
    sources.put("postgres-jobs", "framework/postgres");
    sources.put("rabbitmq-classic", "framework/rabbitmq");
    sources.put("rabbitmq-quorum", "framework/rabbitmq");
    return sources;
  }

  private static String table() {
    String page = Checkout.read(PAGE);
    return page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END));
  }

  @Test
  void everyRowOfTheContractIsThereWithWhatItAllows() {
    List<List<String>> rows = new Page(table()).rows("event");

    assertThat(rows).extracting(row -> row.get(0)).containsExactlyElementsOf(events());
    for (Cell cell : Cell.values()) {
      List<String> row = row(rows, cell);
      assertThat(row.get(1)).isEqualTo(cell.allowed());
      assertThat(row).hasSize(2 + SOURCES.size());
    }
  }

  private static List<String> row(List<List<String>> rows, Cell cell) {
    return rows.stream().filter(row -> row.get(0).equals(cell.event())).findFirst().orElseThrow();
  }

  private static List<String> events() {
    List<String> events = new ArrayList<>();
    for (Cell cell : Cell.values()) {
      events.add(cell.event());
    }
    return events;
  }

  @Test
  void noCountIsAboveItsBound() {
    List<String> measured =
        new Page(table())
            .rows("event").stream().flatMap(row -> row.subList(2, row.size()).stream()).toList();

    assertThat(measured)
        .allSatisfy(
            cell -> {
              Matcher counts = MEASURED.matcher(cell);
              if (counts.matches()) {
                assertThat(Long.parseLong(counts.group(1)))
                    .isLessThanOrEqualTo(Long.parseLong(counts.group(2)));
              } else {
                assertThat(cell).isIn("0", "can't happen");
              }
            });
  }

  /** Counts differ from run to run; which rows hold, and which can't happen, does not. */
  @Test
  void thePageSaysWhatTheContractsHaveMeasured() throws IOException {
    Map<String, JsonNode> results = results();
    if (Boolean.getBoolean("sluice.docs.update")) {
      assertThat(results.keySet()).as("run the contracts first").isEqualTo(SOURCES.keySet());
      Path file = Checkout.ROOT.resolve(PAGE);
      Files.writeString(file, Checkout.read(PAGE).replace(table(), print(results)));
    }

    List<List<String>> rows = new Page(table()).rows("event");
    List<String> columns = List.copyOf(SOURCES.keySet());
    results.forEach(
        (source, result) -> {
          int column = 2 + columns.indexOf(source);
          for (Cell cell : Cell.values()) {
            assertThat(shape(row(rows, cell).get(column)))
                .as("%s of %s", cell, source)
                .isEqualTo(shape(print(of(result, cell))));
          }
        });
  }

  private static String shape(String cell) {
    return MEASURED.matcher(cell).replaceAll("n of at most m");
  }

  private static Map<String, JsonNode> results() throws IOException {
    Map<String, JsonNode> results = new LinkedHashMap<>();
    for (Map.Entry<String, String> source : SOURCES.entrySet()) {
      Path file =
          Checkout.ROOT.resolve(
              source.getValue() + "/target/figures/contract-" + source.getKey() + ".json");
      if (Files.exists(file)) {
        JsonNode result = new ObjectMapper().readTree(file.toFile());
        // A run of single tests of a contract says nothing about the others.
        if (result.get("cells").size() == Cell.values().length) {
          results.put(source.getKey(), result);
        }
      }
    }
    return results;
  }

  private static JsonNode of(JsonNode result, Cell cell) {
    for (JsonNode each : result.get("cells")) {
      if (each.get("cell").asText().equals(cell.name())) {
        return each;
      }
    }
    throw new AssertionError("no result of " + cell);
  }

  private static String print(JsonNode cell) {
    if (!cell.get("applicable").asBoolean()) {
      return "can't happen";
    }
    assertThat(cell.get("lost").asLong()).as("lost: %s", cell).isZero();
    long twice = cell.get("twice").asLong();
    long bound = cell.get("bound").asLong();
    return bound == 0 && twice == 0 ? "0" : twice + " of at most " + bound;
  }

  private static String print(Map<String, JsonNode> results) {
    StringBuilder table =
        new StringBuilder(
                "| event | may be handled twice | Kafka | Kafka, KIP-848 | jobs in Postgres |"
                    + " RabbitMQ, classic | RabbitMQ, quorum |\n")
            .append("|---|---|---|---|---|---|---|\n");
    for (Cell cell : Cell.values()) {
      table.append("| ").append(cell.event()).append(" | ").append(cell.allowed());
      results.values().forEach(result -> table.append(" | ").append(print(of(result, cell))));
      table.append(" |\n");
    }
    return table.toString();
  }
}
