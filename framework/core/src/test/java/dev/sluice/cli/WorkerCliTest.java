package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Environment;
import dev.sluice.api.Handlers;
import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Outcome;
import dev.sluice.api.Services;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Option;

class WorkerCliTest {
  private static final String FILE =
      """
      apiVersion: sluice.dev/v1
      pipeline:
        name: flights
        handler: load
        source: { fake: {} }
      services: { fakes: { main: { url: "${URL}" } } }
      """;
  private static final TaskLimits LIMITS =
      TaskLimits.limit(Duration.ofMinutes(2)).checkpointEvery(Duration.ofSeconds(15));

  @TempDir Path directory;

  private final CliFixture cli = new CliFixture();
  private List<Handlers.Named<?>> handlers = List.of(handler(services -> LIMITS));

  @ParameterizedTest
  @ValueSource(strings = {"run -c %s", "-c %s", "--config=%s", "--exit-when-idle 10s -c %s"})
  void runsThePipelineWithAndWithoutTheCommandsName(String line) throws IOException {
    cli.variables.put("URL", "fake://h");
    cli.runnerCode = 3;

    int code = execute(line.formatted(file(FILE)));

    assertThat(code).isEqualTo(3);
    assertThat(cli.plan.config().pipeline().name()).isEqualTo("flights");
    assertThat(cli.plan.handler().name()).isEqualTo("load");
    assertThat(cli.plan.limits().need()).isEqualTo(Duration.ofSeconds(15));
    assertThat(cli.plan.chain().window()).isEqualTo(Duration.ofSeconds(35));
    assertThat(cli.plan.grants()).isEmpty();
    assertThat(cli.plan.exitWhenIdle().isPresent()).isEqualTo(line.contains("idle"));
    assertThat(cli.err.toString()).isEmpty();
  }

  @Test
  void takesTheFileFromTheOptionElseTheEnvironmentElseTheVariable() throws IOException {
    cli.variables.put("URL", "fake://h");
    Path byOption = file(FILE);
    String missing = directory.resolve("none.yaml").toString();
    cli.variables.put("SLUICE_CONFIG", missing);

    assertThat(execute("run -c " + byOption)).isZero();
    assertThat(execute("run")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains(missing + ": no such file");
    cli.environment = Optional.of(() -> environment(Map.of(), Optional.of(byOption)));
    assertThat(execute("run")).isZero();
    cli.environment = Optional.empty();
    cli.variables.put("SLUICE_CONFIG", byOption.toString());
    assertThat(execute("run")).isZero();
  }

  @Test
  void startsTheEnvironmentAfterTheSignalsStandAndClosesItOnceAfterTheRun() throws IOException {
    cli.variables.put("URL", "overridden");
    cli.environment =
        Optional.of(
            () -> {
              cli.events.add("started");
              return environment(Map.of("URL", "fake://started"), Optional.empty());
            });

    int code = execute("run -c " + file(FILE));
    cli.plan.environment().close();

    assertThat(code).isZero();
    assertThat(cli.events).containsExactly("signals", "started", "run", "closed");
    assertThat(cli.plan.variables()).containsEntry("URL", "fake://started");
  }

  @Test
  void closesTheEnvironmentWhenTheConfigurationIsRefused() {
    cli.environment = Optional.of(() -> environment(Map.of(), Optional.empty()));

    assertThat(execute("run -c " + directory.resolve("none.yaml"))).isEqualTo(ExitCode.INVALID);
    assertThat(cli.events).containsExactly("signals", "closed");
  }

  @Test
  void tellsAnInvalidSetupInWordsWithoutAStackTrace() {
    cli.environment =
        Optional.of(
            () -> {
              throw new InvalidSetup("broker x:1 refused\nFix: start it");
            });

    assertThat(execute("run")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString())
        .isEqualToNormalizingNewlines("broker x:1 refused\nFix: start it\n");
  }

  @Test
  void tellsEveryOtherFailureInOneLine() {
    cli.environment =
        Optional.of(
            () -> {
              throw new IOException("disk gone");
            });

    assertThat(execute("run")).isEqualTo(ExitCode.FATAL);
    assertThat(cli.err.toString())
        .isEqualToNormalizingNewlines("fatal: java.io.IOException: disk gone\n");
  }

  @Test
  void endsWithACodeEvenWhenTheJvmIsInTrouble() {
    cli.environment =
        Optional.of(
            () -> {
              throw new NoClassDefFoundError("gone");
            });

    assertThat(execute("run")).isEqualTo(ExitCode.FATAL);
    assertThat(cli.err.toString()).contains("fatal: java.lang.NoClassDefFoundError: gone");
  }

  @Test
  void refusesToRunAChainThatDoesNotFitAndShowsItsSum() throws IOException {
    cli.variables.put("URL", "fake://h");
    handlers = List.of(handler(services -> TaskLimits.limit(Duration.ofMinutes(2))));

    assertThat(execute("run -c " + file(FILE + "node: { profile: aws-spot }\n")))
        .isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("120 < 150").contains("ways out").contains("= window");
    assertThat(cli.plan).isNull();
  }

  @Test
  void refusesToRunWhenLessIsGrantedThanNeeded() throws IOException {
    cli.variables.putAll(Map.of("URL", "fake://h", "SLUICE_GRACE_PERIOD_SECONDS", "44"));

    assertThat(execute("run -c " + file(FILE))).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString())
        .contains("SLUICE_GRACE_PERIOD_SECONDS 44 < 45")
        .contains("granted");
    cli.variables.put("SLUICE_GRACE_PERIOD_SECONDS", "45");
    assertThat(execute("run -c " + file(FILE))).isZero();
    assertThat(cli.plan.grants()).isPresent();
  }

  @Test
  void refusesAGrantThatIsNoNumber() throws IOException {
    cli.variables.putAll(Map.of("URL", "fake://h", "SLUICE_GRACE_PERIOD_SECONDS", "45s"));

    assertThat(execute("run -c " + file(FILE))).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("SLUICE_GRACE_PERIOD_SECONDS").contains("45s");
  }

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

  @ParameterizedTest
  @ValueSource(strings = {"chain", "describe"})
  void startsNoEnvironmentAndCatchesNoSignalsToLookAtAFile(String command) throws IOException {
    cli.environment = Optional.of(() -> environment(Map.of(), Optional.empty()));

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

  @Test
  void tellsBadUsageWithTheUsage() {
    assertThat(execute("run --exit-when-idel 10s")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("--exit-when-idle").contains("Usage: worker run");
  }

  @Test
  void suggestsTheCommandThatWasMeant() {
    assertThat(execute("chian")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("chian").contains("chain");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "soon", "-1s", "010s"})
  void refusesAnIdleTimeThatIsNoPositiveDuration(String text) {
    assertThat(execute("run --exit-when-idle " + text)).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("'--exit-when-idle'").contains(text);
    assertThat(cli.plan).isNull();
  }

  @Test
  void printsTheVersionAndTheHelp() {
    assertThat(execute("--version")).isZero();
    assertThat(cli.out.toString()).containsPattern("Sluice \\d+\\.\\d+\\.\\d+").contains("Java ");
    assertThat(execute("chain --version")).isZero();
    assertThat(cli.out.toString()).containsPattern("(?s)Sluice .*Sluice ");
    assertThat(execute("--help")).isZero();
    assertThat(cli.out.toString()).contains("describe").contains("Usage: worker");
  }

  static final class Extra {
    @Option(names = "--records", required = true)
    int records;
  }

  @Test
  void takesTheJarsOwnOptionsOnRunOnly() throws IOException {
    cli.variables.put("URL", "fake://h");
    Extra extra = new Extra();
    cli.options = Optional.of(extra);

    assertThat(execute("--records 7 -c " + file(FILE))).isZero();
    assertThat(extra.records).isEqualTo(7);
    assertThat(execute("chain -c " + file(FILE))).isZero();
    assertThat(execute("run -c " + file(FILE))).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("--records");
  }

  @Test
  void refusesAJarWithoutHandlersOrWithTwoOfOneName() {
    assertThatThrownBy(() -> new WorkerSetup(List.of(), Optional.empty(), Optional.empty()))
        .hasMessageContaining("at least one handler");
    var one = handler(services -> LIMITS);
    assertThatThrownBy(() -> new WorkerSetup(List.of(one, one), Optional.empty(), Optional.empty()))
        .hasMessageContaining("'load'");
  }

  private int execute(String line) {
    return cli.execute(handlers, line.isEmpty() ? new String[0] : line.split(" ", -1));
  }

  private Path file(String text) throws IOException {
    return CliFixture.file(directory, text);
  }

  private Environment environment(Map<String, String> variables, Optional<Path> config) {
    return new Environment() {
      @Override
      public Map<String, String> variables() {
        return variables;
      }

      @Override
      public Optional<Path> config() {
        return config;
      }

      @Override
      public void close() {
        cli.events.add("closed");
      }
    };
  }

  private static TaskLimits keep(CliFixture.Client client) {
    assertThat(client).hasToString("services.fakes.main (not connected)");
    assertThat(Set.of(client).contains(client)).isTrue();
    return LIMITS;
  }

  private static Handlers.Named<byte[]> handler(Function<Services, TaskLimits> limits) {
    return Handlers.named(
        "load",
        Decoder.bytes(),
        services ->
            ChunkHandler.of(
                limits.apply(services), (chunk, context) -> Future.succeededFuture(Outcome.DONE)));
  }
}
