package dev.sluice.cli;

import static dev.sluice.cli.CliFixture.FILE;
import static dev.sluice.cli.CliFixture.LIMITS;
import static dev.sluice.cli.CliFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Handlers;
import dev.sluice.command.CommandContext;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.command.Subcommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Option;

/** Commands that other jars add to the command line. */
class AddedCommandTest {
  private static final List<Handlers.Named<?>> HANDLERS = List.of(handler(services -> LIMITS));

  @TempDir Path directory;

  private final CliFixture cli = new CliFixture();
  private final Counting counting = new Counting("count");

  static final class CountOptions {
    @Option(names = "--times")
    int times;
  }

  static final class JarOptions {
    @Option(names = "--slowly")
    boolean slowly;
  }

  /** Prints what it was given. */
  static final class Counting implements Subcommand {
    private final String name;
    private final CountOptions options = new CountOptions();
    LoadedPipeline pipeline;
    boolean loads = true;

    Counting(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return "Counts to a figure.";
    }

    @Override
    public Object options() {
      return options;
    }

    @Override
    public int run(CommandContext context) throws Exception {
      if (loads) {
        pipeline = context.pipeline();
        assertThat(context.pipeline().tasks().get(0).handler())
            .isSameAs(pipeline.tasks().get(0).handler());
      }
      context.out().println("counted to " + options.times);
      return options.times;
    }
  }

  @BeforeEach
  void add() {
    cli.variables.put("URL", "here");
    cli.commands = List.of(counting);
  }

  @Test
  void theyGetTheirOptionsAndThePipelineAndGiveTheExitCode() throws IOException {
    assertThat(execute("count --times 3 -c " + file())).isEqualTo(3);

    assertThat(cli.out.toString()).contains("counted to 3");
    assertThat(counting.pipeline.config().pipeline().name()).isEqualTo("flights");
    assertThat(counting.pipeline.tasks().get(0).handler()).isSameAs(HANDLERS.get(0));
    assertThat(counting.pipeline.need()).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void theyCatchNoSignals() throws IOException {
    assertThat(execute("count -c " + file())).isZero();
    assertThat(cli.events).isEmpty();
  }

  @Test
  void theHelpListsThem() {
    assertThat(execute("--help")).isZero();
    assertThat(cli.out.toString())
        .contains("[run|describe|chain|check|schema|count]", "Counts to a figure.");
    assertThat(execute("count --help")).isZero();
    assertThat(cli.out.toString()).contains("--times", "--config");
  }

  @Test
  void badUsageAndABadFileEndWithTwo() throws IOException {
    assertThat(execute("count --time 3")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("--times");

    Path bad = CliFixture.file(directory, FILE.replace("handler: load", "handler: lode"));
    assertThat(execute("count -c " + bad)).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("this jar has no handler 'lode'");
  }

  @Test
  void theEnvironmentIsStartedWithThePipelineAndClosedAfterTheCommand() throws IOException {
    cli.variables.clear();
    cli.environment =
        Optional.of(
            () -> {
              cli.events.add("started");
              return cli.environment(Map.of("URL", "brought"), Optional.empty());
            });

    assertThat(execute("count -c " + file())).isZero();
    assertThat(cli.events).containsExactly("started", "closed");

    cli.events.clear();
    counting.loads = false;
    assertThat(execute("count")).isZero();
    assertThat(cli.events).isEmpty();
  }

  @Test
  void theyTakeTheJarsOptionsAsRunDoes() throws IOException {
    JarOptions options = new JarOptions();
    cli.options = Optional.of(options);

    assertThat(execute("count --slowly -c " + file())).isZero();
    assertThat(options.slowly).isTrue();
  }

  @Test
  void oneThatIsCalledLikeAnotherIsRefusedButDoesNotKeepAWorkerFromRunning() throws IOException {
    cli.commands = List.of(new Counting("chain"));

    assertThat(execute("chain -c " + file())).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("'chain'", Counting.class.getName());
    assertThat(execute("run -c " + file())).isZero();
    assertThat(cli.events).contains("run");
  }

  private int execute(String line) {
    return cli.execute(HANDLERS, line.split(" ", -1));
  }

  private Path file() throws IOException {
    return CliFixture.file(directory, FILE);
  }
}
