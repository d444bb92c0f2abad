package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.cli.Surroundings;
import dev.sluice.cli.WorkerCli;
import dev.sluice.cli.WorkerSetup;
import dev.sluice.config.ConfigException;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.Providers;
import dev.sluice.sample.SampleOptions;
import dev.sluice.sample.SampleWorker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema for editors, as the worker's jar prints it. */
class PipelineSchemaTest {
  private static final Set<String> WORDS_OF_YAML_1_1 =
      Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");
  private static final String SAMPLE = "sample-worker/pipelines/flights.yaml";
  private static final String PRINTED = printed();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final Schema SCHEMA = REGISTRY.getSchema(PRINTED, InputFormat.JSON);

  @Test
  void theFileInTheDocsIsWhatTheJarPrints() throws IOException {
    Path file = Checkout.ROOT.resolve("docs/pipeline.schema.json");
    if (Boolean.getBoolean("sluice.docs.update")) {
      Files.writeString(file, PRINTED);
    }

    assertThat(file).hasContent(PRINTED);
  }

  @Test
  void itIsASchemaOfTheDraftThatItNames() {
    Schema draft =
        REGISTRY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

    assertThat(draft.validate(PRINTED, InputFormat.JSON)).isEmpty();
    assertThat(draft.validate("{\"type\": 5}", InputFormat.JSON)).isNotEmpty();
  }

  @Test
  void itKnowsTheKeysOfTheAdaptersAndTheChart() throws IOException {
    JsonNode properties = new ObjectMapper().readTree(PRINTED).get("properties");

    assertThat(properties.at("/pipeline/properties/source/properties/kafka/properties/topics"))
        .isNotEmpty();
    assertThat(properties.at("/services/properties/postgres/additionalProperties/properties/url"))
        .isNotEmpty();
    assertThat(properties.get("replicas").asBoolean()).isTrue();
  }

  // Helm reads YAML 1.1, where such a key is a boolean and arrives as "true".
  @Test
  void noKeyIsAWordThatHelmWouldTakeForABoolean() throws IOException {
    List<String> keys = new ArrayList<>();
    names(new ObjectMapper().readTree(PRINTED), keys);

    assertThat(keys)
        .contains("pipeline", "failure", "as")
        .doesNotContainAnyElementsOf(WORDS_OF_YAML_1_1);
  }

  static List<Named<String>> pipelines() throws IOException {
    return PipelineExamplesTest.pipelines();
  }

  @ParameterizedTest
  @MethodSource("pipelines")
  void itTakesEveryPipelineThatIsShown(String text) {
    assertThat(errors(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apiVersion: sluice.dev/v1|apiVersion: sluice.dev/v2|/apiVersion",
        "apiVersion: sluice.dev/v1||apiVersion",
        "pipeline:|pipelin:|pipelin",
        "  name: flights||/pipeline",
        "  handler: load-flights|  handler: ''|/pipeline/handler",
        "    kafka:|    kafak:|kafak",
        "topics: [flights]|topics: flights|/pipeline/source/kafka/topics",
        "      group: flights||/pipeline/source/kafka",
        "      group: flights|      group:|/pipeline/source/kafka/group",
        "records: 500|records: 0|/pipeline/chunk/records",
        "records: 500|record: 500|record",
        "linger: 50ms|linger: 50 ms|/pipeline/chunk/linger",
        "chunks: 4|chunks: many|/pipeline/concurrency/chunks",
        "then: stop|then: explode|/pipeline/retry/then",
        "then: stop|rules: [{ as: poison }]|/pipeline/retry/rules/0",
        "then: stop|rules: [{ failure: A, as: ill }]|/pipeline/retry/rules/0/as",
        "then: stop|ceiling: { per: 0s }|/pipeline/retry/ceiling/per",
        "malformed: stop|malformed: drop|/pipeline/malformed",
        "malformed: stop|ordering: topic|/pipeline/ordering",
        "malformed: stop|deadLetter: {}|/pipeline/deadLetter",
        "{ limit: 30s }|{ limit: '${LIMIT:-30s}' }|/pipeline/limits/load-flights/limit",
        "{ limit: 30s }|{ limits: 30s }|limits",
        "{ commit: 10s,|{ commit: '010s',|/shutdown/commit",
        "services:|servces:|servces",
        "  postgres:|  postgress:|postgress",
        "{ url: '${DATABASE_URL}' }|{ url: '${1}' }|/services/postgres/main/url",
        "{ url: '${DATABASE_URL}' }|{ url: x, maxConnections: 0 }|/main/maxConnections"
      })
  void itRefusesWhatTheWorkerRefusesAndNamesThePlace(String right, String wrong, String place) {
    String sample = Checkout.read(SAMPLE).replace('"', '\'');
    assertThat(sample).contains(right);
    String text = sample.replace(right, wrong == null ? "" : wrong);

    assertThatThrownBy(
            () ->
                PipelineFile.parse("p.yaml", text)
                    .outline(Map.of(), Providers.onClassPath(), Set.of("load-flights")))
        .isInstanceOf(ConfigException.class);
    assertThat(errors(text))
        .anySatisfy(error -> assertThat(error.getInstanceLocation() + " " + error).contains(place));
  }

  private static void names(JsonNode node, List<String> into) {
    node.fieldNames().forEachRemaining(into::add);
    node.forEach(below -> names(below, into));
  }

  private static List<Error> errors(String yaml) {
    return SCHEMA.validate(yaml, InputFormat.YAML);
  }

  private static String printed() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Surroundings surroundings =
        new Surroundings(
            Map.of(),
            Providers::onClassPath,
            List::of,
            () -> {
              throw new AssertionError("printing a schema runs nothing");
            },
            new PrintWriter(out),
            new PrintWriter(err));
    WorkerSetup setup =
        new WorkerSetup(
            List.of(SampleWorker.handlers(new SampleOptions())),
            Optional.empty(),
            Optional.empty());
    int code = new WorkerCli(setup, surroundings).execute("schema");
    assertThat(code).as(err.toString()).isZero();
    return out.toString();
  }
}
