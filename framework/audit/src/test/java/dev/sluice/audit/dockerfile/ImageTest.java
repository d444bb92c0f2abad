package dev.sluice.audit.dockerfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.launch.ShellKind;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageTest {

  @Test
  void execAndShellForms() {
    Image image = read("FROM python:3.12\nENTRYPOINT [\"tini\", \"--\"]\nCMD python worker.py\n");

    assertThat(image.base()).isEqualTo("python:3.12");
    assertThat(text(image.entrypoint())).isEqualTo("EXEC tini|--");
    assertThat(text(image.command())).isEqualTo("SHELL python worker.py");
    assertThat(image.command().orElseThrow().words().get(0).at()).hasToString("Dockerfile:3");
    assertThat(image.problems()).isEmpty();
  }

  @Test
  void singleQuotesAreNoExecForm() {
    Image image = read("FROM debian\nCMD ['python', 'worker.py']\n");

    assertThat(text(image.command())).isEqualTo("SHELL ['python', 'worker.py']");
    assertThat(image.problems())
        .extracting(Problem::toString)
        .singleElement()
        .asString()
        .startsWith("Dockerfile:2: CMD looks like an exec form but is no JSON array");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "[\"a\", \"b\"]~EXEC a|b",
        "[ \"a\" , \"b\" ]~EXEC a|b",
        "[\"a\", 1]~SHELL [\"a\", 1]",
        "[\"a\",]~SHELL [\"a\",]",
        "[\"a\"] b~SHELL [\"a\"] b",
        "[\"a\"~SHELL [\"a\"",
        "[\"a b\"]~EXEC a b",
        "a \"b\"~SHELL a \"b\"",
      })
  void whatIsNoArrayOfStringsIsAShellLine(String written, String expected) {
    assertThat(text(read("FROM debian\nCMD " + written + "\n").command())).isEqualTo(expected);
  }

  @Test
  void continuationCommentsAndDirectives() {
    Image image =
        read(
            lines(
                "# syntax=docker/dockerfile:1",
                "# escape=`",
                "FROM alpine",
                "CMD [\"a\", `",
                "  # why",
                "",
                "  \"b\"]",
                "STOPSIGNAL SIGQUIT"));

    assertThat(text(image.command())).isEqualTo("EXEC a|b");
    assertThat(image.stopSignal()).hasToString("Optional[SIGQUIT]");
    assertThat(image.stopSignal().orElseThrow().at()).hasToString("Dockerfile:8");
    assertThat(read("FROM alpine\n# escape=`\nCMD a \\\n  b\n").command())
        .map(line -> line.words().get(0).text())
        .contains("a   b");
  }

  @Test
  void hereDocumentsAreSkipped() {
    Image image =
        read(
            lines(
                "FROM alpine",
                "RUN <<EOF cat > x && <<-\"TWO\" cat",
                "CMD wrong",
                "EOF",
                "ENTRYPOINT wrong",
                "\tTWO",
                "COPY <<E /x.sh",
                "CMD wrong",
                "E",
                "CMD [\"right\"]"));

    assertThat(text(image.command())).isEqualTo("EXEC right");
    assertThat(image.entrypoint()).isEmpty();
    assertThat(read("FROM alpine\nRUN a <<<EOF\nCMD b\n").command()).isPresent();
  }

  @Test
  void stagesInheritWhatStarts() {
    Image image =
        read(
            lines(
                "ARG V=3.12\nFROM python:${V}-alpine AS Base\nENV A=1 B=\"x y\"\nSTOPSIGNAL 3",
                "ENTRYPOINT [\"tini\"]\nCMD [\"old\"]\nFROM golang AS build\nCMD wrong",
                "FROM base\nENV C=$A-${D:-d}-${A:+set}\nCMD [\"new\"]"));

    assertThat(image.base()).isEqualTo("python:3.12-alpine");
    assertThat(image.sh()).isEqualTo(ShellKind.BUSYBOX);
    assertThat(text(image.entrypoint())).isEqualTo("EXEC tini");
    assertThat(text(image.command())).isEqualTo("EXEC new");
    assertThat(image.stopSignal()).hasToString("Optional[3]");
    assertThat(image.at()).hasToString("Dockerfile:9");
    assertThat(
            image.variables().stream()
                .collect(Collectors.toMap(it -> it.name(), it -> it.value().orElse("?"))))
        .isEqualTo(Map.of("A", "1", "B", "x y", "C", "1-d-set"));
  }

  @Test
  void aNewEntrypointTakesTheCommandOfTheBaseAway() {
    String base = "FROM debian AS b\nCMD [\"old\"]\nFROM b\n";

    assertThat(read(base + "ENTRYPOINT [\"e\"]\n").command()).isEmpty();
    assertThat(text(read(base + "CMD [\"c\"]\nENTRYPOINT [\"e\"]\n").command()))
        .isEqualTo("EXEC c");
    assertThat(text(read(base).command())).isEqualTo("EXEC old");
  }

  @ParameterizedTest
  @CsvSource({
    "alpine:3.20, BUSYBOX",
    "busybox, BUSYBOX",
    "node:20-alpine3.20, BUSYBOX",
    "node:20, DASH",
    "docker.io/library/debian:12-slim, DASH",
    "ubuntu, DASH",
    "python:3.12@sha256:abc, DASH",
    "eclipse-temurin:21-jre, DASH",
    "eclipse-temurin:21-jre-ubi9-minimal, BASH",
    "eclipse-temurin:21-jre-alpine, BUSYBOX",
    "registry.access.redhat.com/ubi9/ubi-minimal:9.4, BASH",
    "registry.access.redhat.com/ubi9/openjdk-17, BASH",
    "fedora:40, BASH",
    "amazonlinux:2023, BASH",
    "rockylinux:9, BASH",
    "gcr.io/distroless/java17-debian12, UNKNOWN",
    "scratch, UNKNOWN",
    "registry.corp:5000/team/python:3, UNKNOWN",
    "my-own-image, UNKNOWN"
  })
  void theNameTellsTheShell(String base, ShellKind sh) {
    Image image = read("FROM " + base + "\nCMD x\n");

    assertThat(image.sh()).isEqualTo(sh);
    assertThat(image.shellNote()).contains(base.contains("distroless") ? "no /bin/sh" : base);
  }

  @Test
  void shellNamesAnother() {
    assertThat(read("FROM x\nSHELL [\"/bin/bash\", \"-c\"]\n").sh()).isEqualTo(ShellKind.BASH);
    assertThat(read("FROM debian\nSHELL [\"pwsh\"]\n").sh()).isEqualTo(ShellKind.UNKNOWN);
    assertThat(read("FROM debian\nSHELL /bin/bash\n").problems()).hasSize(1);
  }

  @Test
  void stopSignals() {
    assertThat(read("FROM x\nARG S=SIGINT\nSTOPSIGNAL $S\n").stopSignal())
        .map(Word::text)
        .contains("SIGINT");
    assertThat(read("FROM x\nSTOPSIGNAL SIGRTMIN+3\n").problems()).isEmpty();
    assertThat(read("FROM x\nSTOPSIGNAL SIGFOO\n").problems())
        .extracting(Problem::message)
        .containsExactly(
            "STOPSIGNAL SIGFOO is no signal: Docker refuses it; write for example STOPSIGNAL"
                + " SIGTERM");
    assertThat(read("FROM x\nSTOPSIGNAL $UNSET\n").stopSignal()).isEmpty();
    assertThat(read("FROM x\nSTOPSIGNAL $UNSET\n").problems()).hasSize(1);
  }

  @Test
  void copiesTellWhereAFileComesFrom() {
    Image image =
        read(
            "FROM debian\nWORKDIR /app\nCOPY --chown=1:1 start.sh /usr/bin/start\nCOPY a.sh b.sh"
                + " ./\nCOPY [\"c d.sh\", \"bin/\"]\nCOPY --from=build /x /usr/bin/x\nADD"
                + " https://e.org/y /y\nCOPY scripts/ /opt\nCOPY . .\nCOPY e.sh /opt/\n");

    assertThat(image.copies())
        .isEqualTo(
            Map.of(
                "/usr/bin/start", "start.sh",
                "/app/a.sh", "a.sh",
                "/app/b.sh", "b.sh",
                "/app/bin/c d.sh", "c d.sh",
                "/opt", "scripts/",
                "/app", ".",
                "/opt/e.sh", "e.sh"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      value = {
        // Dockerfile; command; args; what starts
        "CMD [\"c\"]; -; -; EXEC c",
        "CMD c d; -; -; SHELL c d",
        "CMD [\"c\"]; -; a b; EXEC a|b",
        "CMD [\"c\"]; x y; -; EXEC x|y",
        "CMD [\"c\"]; x; a; EXEC x|a",
        "ENTRYPOINT [\"e\"]|CMD [\"c\"]; -; -; EXEC e|c",
        "ENTRYPOINT [\"e\"]|CMD c d; -; -; EXEC e|/bin/sh|-c|c d",
        "ENTRYPOINT [\"e\"]|CMD [\"c\"]; -; a; EXEC e|a",
        "ENTRYPOINT [\"e\"]|CMD [\"c\"]; x; -; EXEC x",
        "ENTRYPOINT e f|CMD [\"c\"]; -; a; SHELL e f",
        "ENTRYPOINT e f; x; a; EXEC x|a",
        "USER 1; -; -; -",
      })
  void startsByKubernetesRules(String file, String command, String args, String expected) {
    Image image = read("FROM debian\n" + file.strip().replace('|', '\n') + "\n");

    assertThat(image.start(words(command), words(args)).map(line -> text(Optional.of(line))))
        .isEqualTo(Optional.ofNullable(expected));
  }

  @Test
  void anUnreadBaseMayHaveAnEntrypoint() {
    Image image = read("FROM registry.corp/base:1\nCMD [\"c\"]\n");

    assertThat(image.start(Optional.empty(), Optional.empty())).isEmpty();
    assertThat(image.start(words("x"), Optional.empty())).isPresent();
  }

  @Test
  void hostileFilesEndQuickly() {
    StringBuilder bomb = new StringBuilder("FROM x\nENV A0=aaaaaaaaaaaaaaaaaaaa\n");
    for (int i = 1; i < 100; i++) {
      bomb.append("ENV A").append(i).append('=');
      bomb.append(("$A" + (i - 1)).repeat(10)).append('\n');
    }
    assertThat(read(bomb.toString()).variables()).hasSize(100);
    assertThat(read("FROM x\nENV A=" + "${A:-".repeat(100_000)).variables()).hasSize(1);
    assertThat(read("FROM x\nCMD " + "[".repeat(100_000)).command()).isPresent();
    assertThat(read("\\\n".repeat(100_000)).problems()).hasSize(1);
    assertThat(read("").problems()).hasSize(1);
  }

  private static Optional<List<Word>> words(String text) {
    return Optional.ofNullable(text)
        .map(
            it ->
                Arrays.stream(it.strip().split(" ", -1))
                    .map(word -> new Word(word, new Position("pod.yaml", 1, 1)))
                    .toList());
  }

  private static String lines(String... lines) {
    return String.join("\n", lines);
  }

  private static Image read(String text) {
    return Image.read(SourceText.file("Dockerfile", text));
  }

  private static String text(Optional<StartLine> line) {
    return line.map(
            it ->
                it.form()
                    + " "
                    + it.words().stream().map(Word::text).collect(Collectors.joining("|")))
        .orElse("-");
  }
}
