package dev.sluice.cli;

import static dev.sluice.cli.CliFixture.FILE;
import static dev.sluice.cli.CliFixture.LIMITS;
import static dev.sluice.cli.CliFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Handlers;
import dev.sluice.api.InvalidSetup;
import dev.sluice.api.TaskLimits;
import dev.sluice.spi.InstanceIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerCliTest {
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
    assertThat(cli.plan.tasks().get(0).name()).isEqualTo("load");
    assertThat(cli.plan.tasks().get(0).limits().need()).isEqualTo(Duration.ofSeconds(15));
    assertThat(cli.plan.chain().window()).isEqualTo(Duration.ofSeconds(35));
    assertThat(cli.plan.grants()).isEmpty();
    assertThat(cli.plan.exitWhenIdle().isPresent()).isEqualTo(line.contains("idle"));
    assertThat(cli.err.toString()).isEmpty();
  }

  @Test
  void takesTheWorkersLastingNameFromTheEnvironment() throws IOException {
    cli.variables.put("URL", "fake://h");
    cli.variables.put("SLUICE_INSTANCE_ID", "flights-2");
    cli.variables.put("SLUICE_REPLICAS", "3");

    assertThat(execute("run -c " + file(FILE))).isZero();

    assertThat(cli.plan.identity()).get().extracting(InstanceIdentity::id).isEqualTo("flights-2");
    assertThat(cli.plan.identity().get().replicas()).hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "flights", "flights/2"})
  void refusesANameThatIsNone(String name) throws IOException {
    cli.variables.put("URL", "fake://h");
    cli.variables.put("SLUICE_INSTANCE_ID", name);
    cli.variables.put("SLUICE_REPLICAS", "3");

    assertThat(execute("run -c " + file(FILE))).isEqualTo(ExitCode.INVALID);

    assertThat(cli.err.toString()).contains("SLUICE_INSTANCE_ID is '" + name + "'", "Fix: ");
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
    cli.environment = Optional.of(() -> cli.environment(Map.of(), Optional.of(byOption)));
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
              return cli.environment(Map.of("URL", "fake://started"), Optional.empty());
            });

    int code = execute("run -c " + file(FILE));
    cli.plan.environment().close();

    assertThat(code).isZero();
    assertThat(cli.events).containsExactly("signals", "started", "run", "closed");
    assertThat(cli.plan.variables()).containsEntry("URL", "fake://started");
  }

  @Test
  void closesTheEnvironmentWhenTheConfigurationIsRefused() {
    cli.environment = Optional.of(() -> cli.environment(Map.of(), Optional.empty()));

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

  private int execute(String line) {
    return cli.execute(handlers, line.isEmpty() ? new String[0] : line.split(" ", -1));
  }

  private Path file(String text) throws IOException {
    return CliFixture.file(directory, text);
  }
}
