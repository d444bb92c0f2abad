package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class ConfigMapTest {
  private static final String CHECKSUM = "checksum/config";

  @Test
  void thePipelineComesThroughAsItWasWritten() {
    String file = Release.of(Pipelines.FLIGHTS).render().pipelineFile();

    assertThat(parsed(file)).isEqualTo(parsed(Pipelines.FLIGHTS));
  }

  @Test
  void theFailurePolicyComesThroughAsItWasWritten() {
    String policy =
        """
        pipeline:
          name: p
          handler: job
          ordering: none
          retry:
            attempts: 1000000
            then: deadLetter
            rules:
              - { failure: java.sql.SQLDataException, as: poison, then: skip }
              - { failure: SocketException, as: dependencyDown }
            ceiling: { deadLetters: 1000000, per: 10m }
          malformed: stop
          deadLetter: { kafka: { topic: dead, bootstrapServers: "${BROKERS}" } }
          limits: { job: { limit: 2m } }
        """;

    String file = Release.of(Pipelines.withLimit("2m"), policy).render().pipelineFile();

    assertThat(parsed(file).get("pipeline")).isEqualTo(parsed(policy).get("pipeline"));
  }

  @Test
  void everyKeyOfTheWorkersFileComesThroughAndNothingOfTheCharts() {
    String own = "replicas: 3\nimage: { repository: worker }\nsupervisor: { enabled: true }\n";
    String file =
        Release.of(
                Pipelines.FLIGHTS + "startup: 45s\nmanagement: { port: 9000, host: 0.0.0.0 }\n",
                own)
            .render()
            .pipelineFile();

    assertThat(parsed(file))
        .containsOnlyKeys(
            "apiVersion", "pipeline", "shutdown", "node", "startup", "management", "services");
  }

  @Test
  void sectionsThatAreNotGivenAreNotInvented() {
    String file = Release.of(Pipelines.withLimit("2m")).render().pipelineFile();

    assertThat(parsed(file)).containsOnlyKeys("apiVersion", "pipeline");
  }

  @Test
  void scalarsKeepTheirMeaning() {
    String scalars =
        """
        services:
          odd:
            sexagesimal: "1:30"
            octal: "010"
            hexadecimal: "0x10"
            word: "yes"
            empty: ""
            placeholder: "${NAME:-a: b}"
            million: 1000000
            mebibyte: 1048576
            fraction: 1.5
            lines: |
              one
              two
        """;

    String file = Release.of(Pipelines.withLimit("2m"), scalars).render().pipelineFile();

    assertThat(parsed(file).get("services")).isEqualTo(parsed(scalars).get("services"));
    assertThat(file).contains("million: 1000000\n").doesNotContain("e+06");
  }

  @Test
  void aChangeOfThePipelineRollsThePods() {
    assertThat(checksum(Pipelines.withLimit("2m")))
        .isNotEqualTo(checksum(Pipelines.withLimit("121s")));
  }

  @Test
  void aChangeOfTheReplicasRollsNothing() {
    assertThat(checksum(Pipelines.withLimit("2m")))
        .isEqualTo(checksum(Pipelines.withLimit("2m") + "replicas: 7\n"));
  }

  private static String checksum(String values) {
    return Release.of(values).render().pod().at("metadata", "annotations", CHECKSUM).text();
  }

  private static Map<String, Object> parsed(String yaml) {
    return new Yaml().load(yaml);
  }
}
