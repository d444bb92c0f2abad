package dev.sluice.audit.diagnose;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileEvidenceTest {
  private static final int MANY = 200_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n",
        "[\n",
        "apiVersion: v1\n",
        "{\"event\":\"draining\",\"elapsedMs\":\n",
        "{\"event\":\"drain-report\",\"phases\":[[[[[[[[[[[[[[[[[[[[[[[[[\n",
        "{\"log\":\"{\\\"event\\\":\\\"draining\\\"\"}\n",
        "2026-13-45 99:99:99,123 WARN killing 'x' (1) with SIGKILL\n",
        "2026-01-01 10:00:00,123 WARN killing '\n",
        "2026-01-01 10:00:00,123 WARN stopped:  ()\n",
        "2026-01-01 10:00:00,123 INFO waiting for  to die\n",
        "2026-01-01 10:00:00,123 DEBG killing  (pid \n",
        "2026-01-01T10:00:00Z stdout P half\n",
        "Normal Killing (x (x\n",
        "  Normal  Killing  2m (x3 over\n",
        ".service: Main process exited, code=\n",
        "a.service: Main process exited, code=killed, status=999999999999\n",
        "x Out of memory: Killed process 99999999999999999999 (x)\n",
        " | | | | |\n",
        "[pod/\n"
      })
  void thousandsOfBrokenLinesEndInAVerdictOrNone(String line) {
    Diagnosis diagnosis =
        assertTimeoutPreemptively(
            ofSeconds(20), () -> Found.file("log", line.repeat(MANY)).diagnosis());
    assertThat(diagnosis.verdicts()).hasSizeLessThan(3);
  }

  @Test
  void oneEndlessLineIsRead() {
    String endless = "2026-01-01 10:00:00,123 WARN killing '" + "x".repeat(20_000_000);
    assertTimeoutPreemptively(ofSeconds(20), () -> Found.file("log", endless).diagnosis());
  }

  @Test
  void aHundredThousandProgramsAreBounded() {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      log.append("2026-01-01 10:00:00,123 WARN killing 'p")
          .append(i)
          .append("' (1) with SIGKILL\n");
    }
    Diagnosis diagnosis =
        assertTimeoutPreemptively(
            ofSeconds(20), () -> Found.file("log", log.toString()).diagnosis());
    assertThat(diagnosis.verdicts()).hasSize(2_000);
  }

  @Test
  void manyPodsWithManyEventsTakeTheirTimeOnce() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      all.append("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p")
          .append(i)
          .append(
              "\"},\"status\":{\"containerStatuses\":[{\"name\":\"c\",\"state\":"
                  + "{\"terminated\":{\"exitCode\":137}}}]}}\n")
          .append(
              "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"involvedObject\":{\"kind\":\"Pod\",\"name\":\"p")
          .append(i)
          .append("\"},\"reason\":\"Killing\",\"message\":\"Stopping container c\"}\n");
    }
    Diagnosis diagnosis =
        assertTimeoutPreemptively(
            ofSeconds(20), () -> Found.file("log", all.toString()).diagnosis());
    assertThat(diagnosis.verdicts()).hasSize(5_000);
  }

  @Test
  void noiseIsNoEvidence() {
    Random random = new Random(7);
    StringBuilder noise = new StringBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      noise.append((char) random.nextInt(0x300));
    }
    assertThat(Found.file("log", noise.toString()).diagnosis().verdicts()).isEmpty();
  }

  @Test
  void aNameFromAFileIsNoCommandAndNoColour() {
    Verdict verdict =
        Found.file(
                "log",
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"$(reboot) \\u001b[31m\"},"
                    + "\"status\":{\"containerStatuses\":[{\"name\":\"c\",\"state\":"
                    + "{\"terminated\":{\"exitCode\":137}}}]}}")
            .verdict();
    assertThat(verdict.collect()).noneMatch(command -> command.contains("reboot"));
    assertThat(verdict.evidence()).noneMatch(evidence -> evidence.text().contains("\u001b"));
  }
}
