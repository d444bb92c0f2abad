package dev.sluice.cli;

import static dev.sluice.cli.CliFixture.FILE;
import static dev.sluice.cli.CliFixture.LIMITS;
import static dev.sluice.cli.CliFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.Handlers;
import dev.sluice.api.TaskLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LookAtAFileTest {
  @TempDir Path directory;

  private final CliFixture cli = new CliFixture();
  private List<Handlers.Named<?>> handlers = List.of(handler(services -> LIMITS));

  @Test
  void printsTheChainWithoutTheDeploymentsVariables() throws IOException {
    assertThat(execute("chain -c " + file(FILE))).isZero();
    assertThat(cli.out.toString()).contains("need").contains("= grace").contains("45 s");
    assertThat(cli.err.toString()).isEmpty();
  }

  @Test
  void endsWithTwoWhenTheChainDoesNotFit() throws IOException {
    assertThat(execute("chain -c " + file(FILE + "node: { limit: 44s }\n")))
        .isEqualTo(ExitCode.INVALID);
    assertThat(cli.out.toString()).contains("= grace");
    assertThat(cli.err.toString()).contains("44 < 45");
  }

  @Test
  void endsWithTwoWhenTheGrantsAreTooSmall() throws IOException {
    cli.variables.put("SLUICE_NODE_LIMIT_SECONDS", "40");

    assertThat(execute("chain -c " + file(FILE))).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("SLUICE_NODE_LIMIT_SECONDS");
  }

  @Test
  void printsTheChainAsJson() throws IOException {
    cli.variables.put("SLUICE_GRACE_PERIOD_SECONDS", "30");

    assertThat(execute("chain --json -c " + file(FILE))).isEqualTo(ExitCode.INVALID);

    JsonNode json = new ObjectMapper().readTree(cli.out.toString());
    assertThat(json.get("fits").asBoolean()).isFalse();
    assertThat(json.at("/seconds/need").asInt()).isEqualTo(15);
    assertThat(json.at("/seconds/window").asInt()).isEqualTo(35);
    assertThat(json.at("/seconds/grace").asInt()).isEqualTo(45);
    assertThat(json.at("/granted/grace").asInt()).isEqualTo(30);
    assertThat(json.at("/findings/0/severity").asText()).isEqualTo("refusal");
    assertThat(json.at("/findings/0/waysOut").size()).isPositive();
  }

  @Test
  void describesTheFileWithTheCodesLimitsAndPlaceholdersAsWritten() throws IOException {
    assertThat(execute("describe -c " + file(FILE))).isZero();
    assertThat(cli.out.toString())
        .contains("limit: 2m")
        .contains("checkpointEvery: 15s")
        .contains("url: \"${URL}\"");
  }

  @Test
  void printsTheSchemaOfTheFileWithoutAFile() throws IOException {
    cli.environment = Optional.of(() -> cli.environment(Map.of(), Optional.empty()));

    assertThat(execute("schema")).isZero();

    JsonNode schema = new ObjectMapper().readTree(cli.out.toString());
    assertThat(schema.at("/properties/pipeline/properties/source/properties").fieldNames())
        .toIterable()
        .containsExactly("fake");
    assertThat(cli.out.toString()).startsWith("{\n  \"$schema\"").endsWith("}\n");
    assertThat(cli.events).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"chain", "describe"})
  void startsNoEnvironmentAndCatchesNoSignalsToLookAtAFile(String command) throws IOException {
    cli.environment = Optional.of(() -> cli.environment(Map.of(), Optional.empty()));

    assertThat(execute(command + " -c " + file(FILE))).isZero();
    assertThat(cli.events).isEmpty();
  }

  @Test
  void makesHandlersWithServicesTheyCanKeepButNotUse() throws IOException {
    handlers = List.of(handler(services -> keep(services.get(CliFixture.Client.class, "main"))));
    assertThat(execute("chain -c " + file(FILE))).isZero();

    handlers =
        List.of(
            handler(
                services ->
                    TaskLimits.limit(
                        Duration.ofSeconds(
                            services.get(CliFixture.Client.class, "main").answer()))));
    assertThat(execute("chain -c " + file(FILE))).isEqualTo(ExitCode.FATAL);
    assertThat(cli.err.toString()).contains("services.fakes.main is not connected");
  }

  @Test
  void refusesAServiceThatIsNotDeclaredListingThoseThatAre() throws IOException {
    handlers = List.of(handler(services -> keep(services.get(CliFixture.Client.class, "other"))));

    assertThat(execute("chain -c " + file(FILE))).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString())
        .contains("'other' of type Client")
        .contains("fakes.main (Client)");
  }

  private int execute(String line) {
    return cli.execute(handlers, line.isEmpty() ? new String[0] : line.split(" ", -1));
  }

  private Path file(String text) throws IOException {
    return CliFixture.file(directory, text);
  }

  private static TaskLimits keep(CliFixture.Client client) {
    assertThat(client).hasToString("services.fakes.main (not connected)");
    assertThat(Set.of(client).contains(client)).isTrue();
    return LIMITS;
  }
}
