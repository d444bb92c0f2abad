package dev.sluice.audit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SluiceAuditTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void helpFitsAScreenAndNamesEachOption() {
    assertThat(run("", "--help")).isZero();

    assertThat(Help.TEXT.lines()).hasSizeLessThanOrEqualTo(24).allMatch(it -> it.length() <= 80);
    AuditOptions.spec()
        .options()
        .forEach(option -> assertThat(Help.TEXT).contains(option.longestName()));
    assertThat(text(out)).isEqualTo(Help.TEXT);
  }

  @Test
  void printsItsVersion() {
    assertThat(run("", "--version")).isZero();
    assertThat(text(out)).startsWith("sluice-audit ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --json                        | nothing to audit
          --nonsense x                  | --nonsense
          --task export=abc x           | "abc" is not a duration
          --task a@=5s x                | names no workload
          --task a=0s x                 | must be above zero
          --node-limit -1s x            | --node-limit: "-1s"
          --node-profile karpenter x    | --node-limit
          --fail-on never x             | none of error, warning, note
          --image nothing x             | --image
          --json --sarif x              | exclude each other
          --compare a                   | --compare
          --compare a b c               | one too many
          --compare a b --sarif         | leave out
          """)
  void refusesBadUsageInTwoLines(String arguments, String message) {
    assertThat(run("", arguments.trim().split(" +"))).isEqualTo(2);

    assertThat(text(err)).contains(message).doesNotContain("\tat ");
    assertThat(text(err).lines()).hasSizeLessThanOrEqualTo(3);
    assertThat(text(out)).isEmpty();
  }

  @Test
  void auditsTheRestOfWhatItCannotRead() throws IOException {
    Path good = file("good.yaml", Manifest.of("orders", 300));

    int code = run("", good.toString(), directory.resolve("missing.yaml").toString());

    assertThat(code).isEqualTo(2);
    assertThat(text(out)).contains("Deployment/orders", "missing.yaml:1: does not exist");
  }

  @Test
  void failsFromTheLevelItIsTold() throws IOException {
    Path file = file("good.yaml", Manifest.of("orders", 300));

    assertThat(run("", "--task", "job=400s", "--fail-on", "error", file.toString())).isOne();
    assertThat(text(out)).contains("THE GAP THAT KILLS", "400 <= 300 - 0");
    assertThat(run("", "--task", "job=200s", "--fail-on", "error", file.toString())).isZero();
    assertThat(run("", "--task", "job=200s", "--fail-on", "note", file.toString())).isOne();
  }

  @Test
  void readsStandardInput() {
    assertThat(run(Manifest.of("piped", 300), "--json", "-")).isOne();
    assertThat(text(out)).contains("\"place\" : \"Deployment/piped\"", "\"file\" : \"-\"");
  }

  @Test
  void doesNotCallNothingFine() throws IOException {
    Path values = file("values.yaml", "replicas: 3\n");

    assertThat(run("", values.toString())).isEqualTo(2);
    assertThat(text(out)).contains("holds nothing to audit");
  }

  @Test
  void acceptsWhatABaselineKnows() throws IOException {
    Path file = file("good.yaml", Manifest.of("orders", 300));
    Path baseline = directory.resolve("accepted.json");

    assertThat(run("", "--fail-on", "note", "--write-baseline", baseline.toString(), file + ""))
        .isZero();
    assertThat(run("", "--fail-on", "note", "--baseline", baseline.toString(), file + "")).isZero();
    assertThat(run("", "--task", "job=9h", "--baseline", baseline.toString(), file.toString()))
        .isOne();
    Files.writeString(baseline, "[{\"fingerprint\": \"gone\", \"reason\": \"x\"}]");
    run("", "--baseline", baseline.toString(), file.toString());
    assertThat(text(out)).contains("stale gone");
    Files.writeString(baseline, "nonsense");
    assertThat(run("", "--baseline", baseline.toString(), file.toString())).isEqualTo(2);
  }

  @Test
  void writesTheReportToAFile() throws IOException {
    Path file = file("good.yaml", Manifest.of("orders", 300));
    Path report = directory.resolve("report.sarif");

    assertThat(run("", "--sarif", "--output", report.toString(), file.toString())).isOne();
    assertThat(text(out)).isEmpty();
    assertThat(report).content().contains("\"version\" : \"2.1.0\"");
    assertThat(run("", "--output", directory.toString(), file.toString())).isEqualTo(2);
    assertThat(text(err)).contains("can't write");
  }

  @Test
  void comparesTwoEnvironments() throws IOException {
    Path staging = file("staging/d.yaml", Manifest.of("orders", 60));
    Path production = file("production/d.yaml", Manifest.of("orders", 300));

    assertThat(run("", "--compare", staging.toString(), production.toString())).isOne();
    assertThat(text(out)).contains("60 s", "300 s", "proves nothing");
    assertThat(run("", "--compare", staging.toString(), staging.toString())).isZero();
  }

  @Test
  void readsTheLimitsOfASluiceWorker() throws IOException {
    Path file = file("good.yaml", Manifest.of("orders", 100));
    Path pipeline = file("pipeline.yaml", "pipeline: { limits: { load: { limit: 90s } } }\n");
    Path broken = file("broken.yaml", "pipeline: { limits: { load: { limit: x } } }\n");

    assertThat(run("", "--limits", pipeline.toString(), file.toString())).isOne();
    assertThat(text(out)).contains("90 + 10 + 10 <= 100 - 0", "longest work + settle + close");
    assertThat(run("", "--limits", broken.toString(), file.toString())).isEqualTo(2);
    assertThat(text(out)).contains("broken.yaml:1: pipeline.limits.load.limit: \"x\"");
  }

  @Test
  void saysWhatItPassedOver() throws IOException {
    file("d.yaml", Manifest.of("orders", 300));
    file("photo.png", "x");

    run("", "-v", directory.toString());

    assertThat(text(err)).contains("passed over: ", "photo.png");
  }

  @Test
  void hasDiagnoseAsACommand() {
    assertThat(run("", "diagnose", "--help")).isZero();
    assertThat(text(out)).contains("diagnose");
  }

  private int run(String input, String... arguments) {
    out.reset();
    err.reset();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false);
    return SluiceAudit.run(terminal, arguments);
  }

  private Path file(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(UTF_8);
  }

  @Test
  void aBadValueOfADiagnosisTakesTwoLines() {
    assertThat(run("", "diagnose", "--grace", "soon")).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(2).last().isEqualTo("Try sluice-audit diagnose --help.");
  }
}
