package dev.sluice.testkit.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Services;
import dev.sluice.cli.Surroundings;
import dev.sluice.cli.WorkerCli;
import dev.sluice.cli.WorkerSetup;
import dev.sluice.config.load.Providers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A worker's command line with one handler, a file of records and adapters in memory. */
final class Rig {
  record Order(int id, String customer) {}

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  final Map<String, String> variables = new HashMap<>();
  final StoreService store = new StoreService();
  private final Path directory;
  private final Function<Services, ? extends ChunkTask<Order>> handler;
  private String pipeline = "";
  private String top = "";

  Rig(Path directory, Function<Services, ? extends ChunkTask<Order>> handler) throws IOException {
    this.directory = directory;
    this.handler = handler;
    records(120);
  }

  Rig records(int count) throws IOException {
    String lines =
        IntStream.range(0, count)
            .mapToObj(i -> "{\"id\":" + i + ",\"customer\":\"c" + i % 7 + "\"}\n")
            .collect(Collectors.joining());
    Files.writeString(records(), lines);
    return this;
  }

  Path records() {
    return directory.resolve("records.ndjson");
  }

  /** Keys below {@code pipeline}, in flow style. */
  Rig pipeline(String key, String value) {
    pipeline += "  " + key + ": " + value + "\n";
    return this;
  }

  /** Keys beside {@code pipeline}, in flow style. */
  Rig top(String key, String value) {
    top += key + ": " + value + "\n";
    return this;
  }

  int execute(String... more) throws IOException {
    Path file = directory.resolve("pipeline.yaml");
    String source = pipeline.contains("  source:") ? "" : "  source: { memory: {} }\n";
    Files.writeString(
        file,
        "apiVersion: sluice.dev/v1\npipeline:\n  name: orders\n  handler: book\n"
            + source
            + pipeline
            + top);
    List<String> args = new ArrayList<>(List.of("rehearse", "-c", file.toString()));
    args.addAll(Arrays.asList(more));
    Providers providers = Providers.of(List.of(new MemorySource()), List.of(store));
    Surroundings surroundings =
        new Surroundings(
            variables,
            () -> providers,
            () -> List.of(new RehearseCommand()),
            () -> {
              throw new AssertionError("a rehearsal runs no pipeline");
            },
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    WorkerSetup setup =
        new WorkerSetup(
            List.of(Handlers.named("book", Decoder.json(Order.class), handler)),
            Optional.empty(),
            Optional.empty());
    return new WorkerCli(setup, surroundings).execute(args.toArray(String[]::new));
  }

  /** Rehearses and gives what each scenario came to. */
  Map<String, JsonNode> rehearse(int exitCode, String... more) throws IOException {
    List<String> args =
        new ArrayList<>(List.of("--records", records().toString(), "--yes", "--json"));
    args.addAll(Arrays.asList(more));
    int code = execute(args.toArray(String[]::new));
    assertThat(code).as(() -> out + "\n" + err).isEqualTo(exitCode);
    Map<String, JsonNode> verdicts = new HashMap<>();
    for (JsonNode verdict : json().get("verdicts")) {
      verdicts.put(verdict.get("scenario").asText(), verdict);
    }
    return verdicts;
  }

  private JsonNode json() {
    try {
      return new ObjectMapper().readTree(out.toString());
    } catch (JsonProcessingException e) {
      throw new AssertionError(out + "\n" + err, e);
    }
  }
}
