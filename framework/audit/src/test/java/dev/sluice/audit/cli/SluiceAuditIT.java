package dev.sluice.audit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the jar as users do. */
class SluiceAuditIT {
  private static final Path JAR = Path.of(System.getProperty("sluice.audit.jar", "missing"));
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  private record Ended(int code, Duration took, String out, String err) {}

  @Test
  void isSmall() throws IOException {
    assertThat(Files.size(JAR)).isLessThan(10_000_000);
  }

  // The fastest of several starts: what a start costs when nothing else takes the processors.
  @Test
  void startsWithinHalfASecond() throws Exception {
    Path file = Files.writeString(directory.resolve("d.yaml"), Manifest.of("orders", 300));
    Duration best = PATIENCE;
    for (int i = 0; i < 10 && best.toMillis() >= 500; i++) {
      Ended ended = run("64m", file.toString());
      assertThat(ended.err()).isEmpty();
      assertThat(ended.out()).contains("Deployment/orders");
      best = best.compareTo(ended.took()) < 0 ? best : ended.took();
    }
    assertThat(best).isLessThan(Duration.ofMillis(500));
  }

  @Test
  void auditsTwoThousandManifestsInFiveSeconds() throws Exception {
    for (int i = 0; i < 2000; i++) {
      Path file = directory.resolve("team" + i % 40 + "/d" + i + ".yaml");
      Files.createDirectories(file.getParent());
      Files.writeString(file, Manifest.of("worker-" + i, 30 + i % 300));
    }
    Duration best = PATIENCE;
    for (int i = 0; i < 3 && best.toMillis() >= 5000; i++) {
      Ended ended = run("512m", "--task", "job=100s", directory.toString());
      assertThat(ended.code()).isOne();
      assertThat(ended.out()).contains("2000 workloads audited");
      best = best.compareTo(ended.took()) < 0 ? best : ended.took();
    }
    assertThat(best).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void tellsItsVersionAndItsExitCodes() throws Exception {
    assertThat(run("64m", "--version").out()).matches("sluice-audit [0-9].*\\R");
    assertThat(run("64m").code()).isEqualTo(2);
    assertThat(run("64m", "diagnose", "--help").code()).isZero();
  }

  private Ended run(String heap, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-jar",
                JAR.toString()));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(directory.getParent(), "out", ".txt");
    Path err = Files.createTempFile(directory.getParent(), "err", ".txt");
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      return new Ended(
          process.exitValue(), took, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } finally {
      process.destroyForcibly();
      Files.delete(out);
      Files.delete(err);
    }
  }
}
