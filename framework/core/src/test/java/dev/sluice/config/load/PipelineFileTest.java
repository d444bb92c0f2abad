package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.CeilingSettings;
import dev.sluice.config.ConfigException;
import dev.sluice.config.DataSize;
import dev.sluice.config.Ordering;
import dev.sluice.config.PipelineConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineFileTest {
  static final String EXAMPLE =
      """
      apiVersion: sluice.dev/v1
      pipeline:
        name: flights
        handler: load-flights
        source: { kafka: { bootstrapServers: "localhost:9092", topics: [flights], group: flights } }
        chunk: { records: 500, bytes: 1MiB, linger: 50ms }
        concurrency: { chunks: 8, bytes: 64MiB }
        ordering: lane
        retry: { attempts: 5, backoff: { initial: 200ms, max: 30s }, then: stop }
        limits: { load-flights: { limit: 2m, checkpointEvery: 15s } }
      shutdown: { commit: 10s, close: 10s, margin: 10s, preStop: 0s }
      node: { profile: none }
      services: { postgres: { main: { url: "${DATABASE_URL}" } } }
      """;
  static final String SMALLEST =
      """
      apiVersion: sluice.dev/v1
      pipeline:
        name: flights
        handler: load-flights
        source:
          jobs: {}
      """;
  private static final Set<String> HANDLERS = Set.of("load-flights", "other");
  private static final Map<String, String> VARIABLES =
      Map.of("DATABASE_URL", "postgres://u:hunter2@h/d");

  @Test
  void loadsTheReferenceExample() {
    PipelineConfig config = load(EXAMPLE);

    assertThat(config.pipeline().name()).isEqualTo("flights");
    assertThat(config.pipeline().handler()).contains("load-flights");
    assertThat(config.pipeline().source().settings())
        .isEqualTo(
            new Adapters.KafkaSettings(
                "localhost:9092", List.of("flights"), Optional.of("flights"), Map.of()));
    assertThat(config.pipeline().limits().get("load-flights").limit())
        .contains(Duration.ofMinutes(2));
    assertThat(config.services().declared())
        .singleElement()
        .satisfies(
            service -> {
              assertThat(service).hasToString("services.postgres.main");
              assertThat(service.settings())
                  .isEqualTo(new Adapters.PostgresSettings("postgres://u:hunter2@h/d"));
            });
  }

  @Test
  void fillsInEveryDefault() {
    PipelineConfig config = load(SMALLEST);

    assertThat(config.pipeline().chunk().records()).isEqualTo(500);
    assertThat(config.pipeline().chunk().bytes()).isEqualTo(DataSize.parse("1MiB"));
    assertThat(config.pipeline().chunk().linger()).isEqualTo(Duration.ofMillis(50));
    assertThat(config.pipeline().concurrency().chunks()).isEqualTo(8);
    assertThat(config.pipeline().concurrency().bytes()).isEqualTo(DataSize.parse("64MiB"));
    assertThat(config.pipeline().recordsHeld()).isEqualTo(16_000);
    assertThat(config.pipeline().ordering()).isEqualTo(Ordering.LANE);
    assertThat(config.pipeline().retry().attempts()).isEqualTo(5);
    assertThat(config.pipeline().retry().backoff().initial()).isEqualTo(Duration.ofMillis(200));
    assertThat(config.pipeline().retry().backoff().max()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.pipeline().retry().rules()).isEmpty();
    assertThat(config.pipeline().retry().ceiling())
        .isEqualTo(new CeilingSettings(100, Duration.ofMinutes(1)));
    assertThat(config.pipeline().deadLetter()).isEmpty();
    assertThat(config.pipeline().limits()).isEmpty();
    assertThat(config.shutdown().budget()).isEqualTo(dev.sluice.chain.ShutdownBudget.DEFAULT);
    assertThat(config.node().cap()).isEmpty();
    assertThat(config.startup()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.management().host()).isEqualTo("0.0.0.0");
    assertThat(config.management().port()).isEqualTo(8080);
    assertThat(config.services().declared()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"lane,LANE", "key,KEY", "none,NONE"})
  void readsEveryOrder(String word, Ordering ordering) {
    assertThat(load(SMALLEST + "  ordering: " + word + "\n").pipeline().ordering())
        .isEqualTo(ordering);
  }

  @Test
  void leavesTheKeysOfTheChartAlone() {
    PipelineConfig config = load(SMALLEST + "image: { anything: [\"${goes}\"] }\nreplicas: 3\n");

    assertThat(config.pipeline().name()).isEqualTo("flights");
  }

  @Test
  void refusesAnotherVersionBeforeAnythingElse() {
    refused("apiVersion: sluice.dev/v2\npipelines: []\n")
        .hasMessage(
            "p.yaml:1: apiVersion: 'sluice.dev/v2' is not sluice.dev/v1, the only version this"
                + " worker reads");
    refused("pipeline: {}\n").hasMessageContaining("apiVersion: is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "servces: {}|p.yaml:7: servces: unknown key; did you mean 'services'?",
        "replica: 3|p.yaml:7: replica: unknown key; did you mean 'replicas'?",
        "management: { port: 65536 }|management.port: '65536' is not a whole number, from 0 to 65535",
        "startup: 0s|startup: '0s' is not a duration",
        "shutdown: { comit: 10s }|shutdown.comit: unknown key; did you mean 'commit'?",
        "shutdown: { close: '${CLOSE}' }|shutdown.close: '${CLOSE}' can't be a placeholder: Helm",
        "node: { profile: '${PROFILE}' }|node.profile: '${PROFILE}' can't be a placeholder: Helm",
        "node: { profile: gke }|is not one of none, aws-spot, cluster-autoscaler, karpenter, kubelet",
        "node: { profile: karpenter }|node: node.profile karpenter needs its own figure",
        "node: { profile: kubelet }|node: node.profile kubelet needs its own figures",
        "services: { postgress: { main: {} } }|services.postgress: no such kind of service in this jar;"
            + " did you mean 'postgres'? (it has postgres)",
        "services: { postgres: { main: { url: mysql://u:pw9@h } } }|services.postgres.main:"
            + " 'mysql://u:***@h' is not a postgres:// url",
        "services: { postgres: { main: { url: '${NONE}' } } }|services.postgres.main.url: the"
            + " environment variable NONE is not set",
        "services: { postgres: [main] }|services.postgres: is a list; expected names with settings",
        "services: [postgres]|services: is a list; expected kinds of services"
      })
  void refusesAMistakeAtTheTop(String line, String message) {
    refused(SMALLEST + line + "\n").hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chunk: { records: 0 }|p.yaml:7: pipeline.chunk.records: '0' is not a whole number, from 1",
        "concurrency: { records: 499 }|pipeline.concurrency: records 499 is less than one chunk of 500",
        "concurrency: { bytes: 1kB }|pipeline.concurrency: bytes 1kB is less than one chunk of 1MiB",
        "ordering: topic|pipeline.ordering: 'topic' is not one of lane, key, none",
        "retry: { backoff: { initial: 1m } }|pipeline.retry.backoff.max: '30s' is below initial (1m)",
        "limits: { load-flight: { limit: 2m } }|pipeline.limits.load-flight: this jar has no handler of"
            + " that name; did you mean 'load-flights'? (it has load-flights, other)",
        "limits: { load-flights: { limit: '${LIMIT:-2m}' } }|can't be a placeholder: Helm",
        "limits: { load-flights: { limit: 0s } }|pipeline.limits.load-flights.limit: must be above zero",
        "limits: { load-flights: { limit: 010m } }|pipeline.limits.load-flights.limit: '010m' is not a",
        "limits: { load-flights: { limit: 1m, checkpointEvery: 2m } }|"
            + "pipeline.limits.load-flights.checkpointEvery: '2m' is above the limit (1m)"
      })
  void refusesAMistakeInThePipeline(String line, String message) {
    refused(SMALLEST + "  " + line + "\n").hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ kafak: {} }|pipeline.source.kafak: no such source in this jar; did you mean 'kafka'? (it has"
            + " jobs, kafka)",
        "{ jobs: {}, kafka: {} }|pipeline.source: expected exactly one source",
        "{}|pipeline.source: expected exactly one source",
        "jobs|pipeline.source: expected exactly one source",
        "{ jobs: { leese: 1s } }|pipeline.source.jobs.leese: unknown key; did you mean 'lease'?",
        "{ kafka: { topics: [] } }|pipeline.source.kafka.bootstrapServers: is missing",
        "{ kafka: { topics: [] } }|pipeline.source.kafka.topics: has 0 entries; expected 1 or more",
        "{ jobs: ~ }|pipeline.source.jobs: is a value; expected a mapping of lease"
      })
  void refusesAMistakeInTheSource(String source, String message) {
    refused(SMALLEST.replaceFirst("(?s)\n    jobs: \\{}", " " + source.replace("$", "\\$")))
        .hasMessageContaining(message);
  }

  @Test
  void refusesAHandlerThatTheJarDoesNotHave() {
    refused(SMALLEST.replace("load-flights", "load-fligths"))
        .hasMessage(
            "p.yaml:4: pipeline.handler: this jar has no handler 'load-fligths'; did you mean"
                + " 'load-flights'? (it has load-flights, other)");
  }

  @Test
  void tellsAllMistakesTogether() {
    refused(
            "apiVersion: sluice.dev/v1\npipeline: { handler: x, source: { y: {} }, limits: { z: {} } }")
        .satisfies(
            e ->
                assertThat(((ConfigException) e).problems())
                    .extracting(problem -> problem.key())
                    .containsExactly(
                        "pipeline.name",
                        "pipeline.source.y",
                        "pipeline.handler",
                        "pipeline.limits.z"));
  }

  @Test
  void tellsAnUnknownHandlerAlsoWhenTheFiguresAreWrong() {
    refused(SMALLEST.replace("load-flights", "laod-flights") + "shutdown: { commit: soon }\n")
        .hasMessageContaining("did you mean 'load-flights'?")
        .hasMessageContaining("shutdown.commit");
  }

  @Test
  void showsTwentyMistakesAndCountsTheOthers() {
    String many =
        IntStream.range(0, 27)
            .mapToObj(i -> "wrong" + i + "x: 1")
            .collect(Collectors.joining("\n"));

    refused(SMALLEST + many)
        .satisfies(
            e -> {
              assertThat(e.getMessage().lines()).hasSize(21);
              assertThat(e).hasMessageEndingWith("... and 7 more");
            });
  }

  @Test
  void printsNothingSecret() {
    PipelineConfig config = load(EXAMPLE);

    assertThat(config.toString() + config.pipeline() + config.services())
        .contains("flights")
        .doesNotContain("hunter2");
  }

  @Test
  void readsEveryNodeProfile() {
    Map<String, Long> expected =
        new TreeMap<>(
            Map.of(
                "{ profile: aws-spot }", 120L,
                "{ profile: cluster-autoscaler }", 600L,
                "{ profile: karpenter, karpenter: { limit: 15m } }", 900L,
                "{ profile: kubelet, kubelet: { shutdownGracePeriod: 60s, critical: 20s } }", 40L,
                "{ limit: 5m }", 300L,
                "{ profile: aws-spot, limit: 5m }", 120L));

    expected.forEach(
        (node, seconds) ->
            assertThat(load(SMALLEST + "node: " + node).node().cap())
                .as(node)
                .get()
                .extracting(cap -> cap.seconds())
                .isEqualTo(seconds));
  }

  private static PipelineConfig load(String text) {
    return PipelineFile.parse("p.yaml", text).load(VARIABLES, Adapters.providers(), HANDLERS);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(String text) {
    return assertThatThrownBy(() -> load(text)).isInstanceOf(ConfigException.class);
  }
}
