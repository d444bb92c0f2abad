package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a worker writes: its standard output and its termination message. */
final class RigOutput implements AutoCloseable {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Path termination;

  RigOutput() {
    try {
      termination = Files.createTempFile("termination", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  LastWords words() {
    return new LastWords(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        Map.of("SLUICE_TERMINATION_LOG", termination.toString()));
  }

  String termination() {
    try {
      return Files.readString(termination);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** The only drain report. */
  JsonNode report() {
    List<String> reports = lines().stream().filter(l -> l.contains("drain-report")).toList();
    assertThat(reports).as("drain reports").hasSize(1);
    return json(reports.get(0));
  }

  static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(termination);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
