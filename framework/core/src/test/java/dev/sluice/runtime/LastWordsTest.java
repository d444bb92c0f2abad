package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastWordsTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private LastWords words(String path) {
    return new LastWords(
        new PrintStream(out, true, StandardCharsets.UTF_8), Map.of("SLUICE_TERMINATION_LOG", path));
  }

  @Test
  void theTerminationMessageIsReplacedNotAppended() throws IOException {
    Path log = directory.resolve("termination-log");
    LastWords words = words(log.toString());
    words.termination("a long first message");
    words.termination("short");

    assertThat(log).hasContent("short");
    assertThat(Files.size(log)).isEqualTo(5);
  }

  @Test
  void aPathThatCanNotBeWrittenDoesNotFailTheStop() {
    LastWords words = words(directory.resolve("missing/termination-log").toString());
    words.termination("nobody reads this");
    words.line("but this");

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("but this" + System.lineSeparator());
  }

  @Test
  void aDirectoryInPlaceOfTheFileDoesNotFailTheStop() {
    words(directory.toString()).termination("nobody reads this");

    assertThat(directory).isDirectory();
  }

  @Test
  void anEmptyVariableIsAsGoodAsNone() {
    LastWords words = words("  ");
    words.line("still speaks");

    assertThat(out.toString(StandardCharsets.UTF_8)).contains("still speaks");
  }

  @Test
  void aClosedOutputDoesNotFailTheStop() {
    PrintStream closed = new PrintStream(out, true, StandardCharsets.UTF_8);
    closed.close();
    Path log = directory.resolve("termination-log");
    LastWords words = new LastWords(closed, Map.of("SLUICE_TERMINATION_LOG", log.toString()));
    words.line("nobody reads this");
    words.termination("but this");

    assertThat(log).hasContent("but this");
  }
}
