package dev.sluice.cli;

import static dev.sluice.cli.CliFixture.FILE;
import static dev.sluice.cli.CliFixture.LIMITS;
import static dev.sluice.cli.CliFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.command.CommandContext;
import dev.sluice.command.Subcommand;
import dev.sluice.config.load.Providers;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Option;

/** One name, several adapters: what pipeline.deadLetter names decides. */
class SharedCommandTest {
  @TempDir Path directory;

  private final CliFixture cli = new CliFixture();
  private final Again log = new Again("log", new LogOptions());
  private final Again mail = new Again("mail", new MailOptions());

  static class LogOptions {
    @Option(names = "--max", description = "So many.")
    long max = Long.MAX_VALUE;

    @Option(names = "--to-topic", description = "There.")
    String toTopic;

    @Override
    public String toString() {
      return max + " to " + toTopic;
    }
  }

  static final class MailOptions {
    @Option(names = "--max", description = "So many.")
    long max = Long.MAX_VALUE;

    @Override
    public String toString() {
      return Long.toString(max);
    }
  }

  /** Prints what it was given. */
  record Again(Optional<String> deadLetters, Object options) implements Subcommand {
    Again(String adapter, Object options) {
      this(Optional.of(adapter), options);
    }

    @Override
    public String name() {
      return "again";
    }

    @Override
    public String description() {
      return "Sends again.";
    }

    @Override
    public int run(CommandContext context) {
      context.out().println(deadLetters.orElse("any") + ": " + options);
      return 0;
    }
  }

  record NoSettings() {}

  record Place(String name) implements DeadLetterProvider<NoSettings> {
    @Override
    public Class<NoSettings> configType() {
      return NoSettings.class;
    }

    @Override
    public DeadLetters create(NoSettings config, String pipeline, Vertx vertx) {
      throw new AssertionError("nothing is run");
    }
  }

  @BeforeEach
  void add() {
    cli.variables.put("URL", "here");
    cli.commands = List.of(log, mail);
    cli.providers =
        Providers.of(
            List.of(new CliFixture.FakeSource()),
            List.of(new CliFixture.FakeService()),
            List.of(new Place("log"), new Place("mail"), new Place("shelf")));
  }

  @Test
  void theOneRunsWhoseAdapterTheFileNamesWithItsOptions() throws IOException {
    assertThat(execute("again --max 3 --to-topic t", "log")).isZero();
    assertThat(cli.out.toString()).isEqualToIgnoringNewLines("log: 3 to t");
  }

  @Test
  void anOptionOfBothIsGivenToBoth() throws IOException {
    assertThat(execute("again --max 4", "mail")).isZero();
    assertThat(cli.out.toString()).isEqualToIgnoringNewLines("mail: 4");
  }

  @Test
  void withoutOptionsEachHasItsOwnDefaults() throws IOException {
    assertThat(execute("again", "mail")).isZero();
    assertThat(cli.out.toString()).isEqualToIgnoringNewLines("mail: " + Long.MAX_VALUE);
  }

  @Test
  void anOptionOfTheOtherIsRefused() throws IOException {
    assertThat(execute("again --to-topic t", "mail")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString())
        .contains("--to-topic is for dead letters in log", "pipeline.deadLetter.mail", "Fix: ");
  }

  @Test
  void theHelpHasTheOptionsOfAllAndSaysWhoseTheyAre() {
    assertThat(cli.execute(List.of(handler(services -> LIMITS)), "again", "--help")).isZero();
    assertThat(cli.out.toString())
        .contains("Sends again.", "--max", "--to-topic", "With dead letters in log: There.")
        .doesNotContain("With dead letters in log: So many.");
  }

  @Test
  void aPlaceWithoutSuchACommandAndNoPlaceAtAllAreRefused() throws IOException {
    assertThat(execute("again", "shelf")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString())
        .contains("in pipeline.deadLetter.shelf", "again is for letters in log or mail");

    Path file = CliFixture.file(directory, FILE);
    assertThat(cli.execute(List.of(handler(services -> LIMITS)), "again", "-c", file.toString()))
        .isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("has no pipeline.deadLetter");
  }

  @Test
  void twoForOneAdapterOrOneForAllAreRefused() throws IOException {
    cli.commands = List.of(log, new Again("log", new LogOptions()));
    assertThat(execute("again", "log")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("'again'", "is there already", "remove one");

    cli.commands = List.of(log, new Again(Optional.empty(), new LogOptions()));
    assertThat(execute("again", "log")).isEqualTo(ExitCode.INVALID);
  }

  private int execute(String line, String adapter) throws IOException {
    Path file =
        CliFixture.file(
            directory,
            FILE.replace(
                "  handler: load", "  handler: load\n  deadLetter: { " + adapter + ": {} }"));
    return cli.execute(List.of(handler(services -> LIMITS)), (line + " -c " + file).split(" ", -1));
  }
}
