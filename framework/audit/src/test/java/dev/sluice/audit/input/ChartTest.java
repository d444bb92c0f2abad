package dev.sluice.audit.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.text.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartTest {
  @TempDir Path directory;
  private Path chart;

  @BeforeEach
  void writeChart() throws IOException {
    chart = Files.createDirectories(directory.resolve("shop/orders"));
    Files.writeString(chart.resolve("Chart.yaml"), "name: orders\n");
    Files.createDirectories(chart.resolve("templates"));
    Files.writeString(chart.resolve("templates/deploy.yaml"), "name: {{ .Values.x }}\n");
  }

  @Test
  void namesEachObjectByItsTemplate() throws IOException {
    Helm helm =
        helm(
            "printf '%s\\n' \"# $*\" '---' '# Source: orders/templates/a.yaml' 'kind: A'"
                + " '---' '# Source: orders/templates/b.yaml' 'kind: B'");

    Inputs inputs = read(helm);

    assertThat(inputs.problems()).isEmpty();
    assertThat(inputs.documents())
        .extracting(SourceText::name)
        .endsWith(
            directory + "/shop/orders/templates/a.yaml (rendered)",
            directory + "/shop/orders/templates/b.yaml (rendered)");
    assertThat(inputs.documents().get(0).content())
        .contains("template release " + chart + " --values prod.yaml");
    assertThat(inputs.documents().get(2).content()).contains("kind: B");
  }

  @Test
  void saysInOneLineWhatHelmSays() throws IOException {
    Inputs inputs = read(helm("printf 'Error: no values\\n  for x\\n' >&2; exit 1"));

    assertThat(inputs.problems())
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.message())
                    .isEqualTo("helm template refuses the chart: no values for x"));
  }

  @Test
  void asksForHelmWhereThereIsNone() {
    Inputs inputs = read(new Helm("no-such-helm", List.of(), "release", Duration.ofSeconds(5)));

    assertThat(inputs.documents()).isEmpty();
    assertThat(inputs.problems())
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.message())
                    .contains(
                        "'no-such-helm' can't be started",
                        "helm template . | java -jar sluice-audit.jar -"));
  }

  @Test
  void endsAHelmThatDoesNotEnd() throws IOException {
    Path pid = directory.resolve("pid");
    Helm endless =
        helm("echo $$ > " + pid + ".part; mv " + pid + ".part " + pid + "; exec sleep 600");

    Inputs inputs =
        read(new Helm(endless.program(), List.of(), "release", Duration.ofMillis(1500)));

    assertThat(inputs.problems())
        .singleElement()
        .satisfies(it -> assertThat(it.message()).contains("took more than 1 s"));
    ProcessHandle.of(Long.parseLong(Files.readString(pid).trim()))
        .ifPresent(it -> assertThat(it.onExit()).succeedsWithin(Duration.ofSeconds(10)));
  }

  @Test
  void readsAnEndlessErrorAndAnEndlessOutput() throws IOException {
    Helm loud = helm("head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero; exit 0");

    Inputs inputs =
        new InputReader(loud, new Bounds(100, 1 << 20, 10, 10, 9))
            .read(List.of(chart.toString()), InputStream.nullInputStream());

    assertThat(inputs.problems())
        .singleElement()
        .satisfies(it -> assertThat(it.message()).contains("prints more than 1 MiB"));
  }

  private Inputs read(Helm helm) {
    return new InputReader(helm)
        .read(List.of(directory.toString() + "/shop"), InputStream.nullInputStream());
  }

  // The contract with helm is its command line: template NAME CHART --values FILE.
  private Helm helm(String body) throws IOException {
    Path program = directory.resolve("helm");
    Files.writeString(program, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Helm(program.toString(), List.of("prod.yaml"), "release", Duration.ofSeconds(30));
  }
}
