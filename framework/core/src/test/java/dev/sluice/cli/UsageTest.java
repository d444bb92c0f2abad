package dev.sluice.cli;

import static dev.sluice.cli.CliFixture.FILE;
import static dev.sluice.cli.CliFixture.LIMITS;
import static dev.sluice.cli.CliFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Handlers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Option;

class UsageTest {
  @TempDir Path directory;

  private final CliFixture cli = new CliFixture();
  private final List<Handlers.Named<?>> handlers = List.of(handler(services -> LIMITS));

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
}
