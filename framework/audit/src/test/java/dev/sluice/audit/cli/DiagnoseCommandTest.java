package dev.sluice.audit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class DiagnoseCommandTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path log;

  @BeforeEach
  void writeTheLog() throws IOException {
    log =
        Files.writeString(
            directory.resolve("supervisord.log"),
            """
            2026-01-01 10:00:00,123 WARN received SIGTERM indicating exit request
            2026-01-01 10:00:10,125 WARN killing 'export' (12) with SIGKILL
            2026-01-01 10:00:10,126 WARN stopped: export (terminated by SIGKILL)
            """);
  }

  private int run(String... arguments) {
    return new CommandLine(new DiagnoseCommand())
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void theVerdictIsReadable() {
    assertThat(run("--grace", "300s", "--container-exit-code", "0", log.toString())).isZero();
    assertThat(out.toString())
        .startsWith("program export\n")
        .contains(
            "  layer: supervisord's stopwaitsecs of 10 s (default, likely not set) [certain]\n")
        .contains(":2 killing 'export' (12) with SIGKILL 10.0 s after")
        .contains("  rules out: a crash before the stop\n")
        .contains("  note: The container's exit code 0 proves nothing");
    assertThat(out.toString().lines())
        .allMatch(line -> line.length() <= 120 + log.toString().length());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theVerdictIsReadableForPrograms() throws IOException {
    assertThat(run("--json", log.toString())).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("schema").asText()).isEqualTo("sluice-diagnosis/1");
    JsonNode verdict = json.path("verdicts").path(0);
    assertThat(verdict.path("subject").asText()).isEqualTo("program export");
    assertThat(verdict.path("layer").asText()).isEqualTo("supervisor");
    assertThat(verdict.path("certainty").asText()).isEqualTo("certain");
    assertThat(verdict.path("evidence").path(1).path("line").asInt()).isEqualTo(2);
    assertThat(verdict.path("rulesOut").path(0).asText())
        .isEqualTo("the default grace period of Kubernetes (30 s: 20 s were left)");
    assertThat(verdict.path("collect")).isEmpty();
  }

  @Test
  void itsHelpFitsAScreen() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: sluice-audit diagnose ");
    assertThat(out.toString().lines().toList())
        .hasSizeLessThanOrEqualTo(24)
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void anOpenCaseSaysWhatToCollect() {
    assertThat(run("--exit-code", "137")).isEqualTo(1);
    assertThat(out.toString())
        .startsWith("the worker\n  layer: unknown [open]\n")
        .contains("  collect: kubectl get pod POD -o json\n");
  }

  @Test
  void aFileWithoutAnEndIsOpen() throws IOException {
    Path empty = Files.writeString(directory.resolve("empty"), "");
    assertThat(run(empty.toString())).isEqualTo(1);
    assertThat(out.toString()).startsWith("No end of a worker in what was read.");
  }

  @Test
  void anUnreadableFileIsSaidAndTheRestIsJudged() {
    Path missing = directory.resolve("missing");
    assertThat(run(missing.toString(), directory.toString(), log.toString())).isEqualTo(2);
    assertThat(out.toString()).startsWith("program export\n");
    assertThat(err.toString())
        .isEqualTo(
            "sluice-audit: "
                + missing
                + ":1: does not exist\nsluice-audit: "
                + directory
                + ":1: is a directory: name the files in it\n");
  }

  @Test
  void aBrokenDocumentIsSaidWithItsLine() throws IOException {
    Path pod = Files.writeString(directory.resolve("pod.json"), "{\n\"kind\": \"Pod\",,\n}\n");
    assertThat(run(pod.toString(), log.toString())).isEqualTo(2);
    assertThat(out.toString()).startsWith("program export\n");
    assertThat(err.toString()).startsWith("sluice-audit: " + pod + ":2: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--grace soon x | --grace",
        "--stopwait a=b x | --stopwait",
        "--exit-code 300 | --exit-code is 300, but exit codes go from 0 to 255",
        "--exit-code x | --exit-code",
        "--nonsense x | --nonsense",
        "--json | nothing to judge: give FILE"
      })
  void aMistakeIsExplainedWithoutAStackTrace(String arguments, String message) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(message).doesNotContain("\tat ");
  }

  @Test
  void aBinaryFileIsSaidToBeNoText() throws IOException {
    Path packed = directory.resolve("log.gz");
    byte[] bytes = new byte[2_000];
    new java.util.Random(1).nextBytes(bytes);
    Files.write(packed, bytes);
    assertThat(run(packed.toString(), log.toString())).isEqualTo(2);
    assertThat(out.toString()).startsWith("program export\n");
    assertThat(err.toString()).startsWith("sluice-audit: " + packed + ":1: is no text: ");
  }
}
