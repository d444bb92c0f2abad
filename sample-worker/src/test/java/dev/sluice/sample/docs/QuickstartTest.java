package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Makes the project of the quickstart and runs it, with the servers it brings along. */
class QuickstartTest {
  private static final Page PAGE = Page.of("docs/quickstart.md");
  private static final String RESOURCES = "src/main/resources/";
  private static final long PATIENCE_SECONDS = 120;

  @TempDir static Path project;
  private static Path classes;

  /** What a process has said, and how it ended. */
  private record Run(int exitCode, String out, String err) {}

  @BeforeAll
  static void build() throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Page.Block block : PAGE.blocks("java")) {
      Matcher type =
          Pattern.compile("(?m)^public (?:final class|record) (\\w+)").matcher(block.code());
      assertThat(type.find()).as(block.code()).isTrue();
      sources.put("com/example/orders/" + type.group(1) + ".java", block.code());
    }
    classes = Compiled.of(sources, project).classes();
    for (Page.Block block : PAGE.blocks()) {
      if (block.file().startsWith(RESOURCES)) {
        Path file = classes.resolve(block.file().substring(RESOURCES.length()));
        Files.createDirectories(file.getParent());
        Files.writeString(file, block.code());
      }
    }
    // Any port: the usual one may be taken on the machine that runs the tests.
    Files.writeString(
        project.resolve("pipeline.yaml"),
        PAGE.file("pipeline.yaml").code() + "management: { port: 0 }\n");
  }

  @Test
  void theChainIsTheOneThatIsShown() throws Exception {
    Run chain = run("OrdersWorker", "chain", "-c", "pipeline.yaml");

    assertThat(chain.exitCode()).as(chain.err()).isZero();
    assertThat(PAGE.blocks("text").get(0).code()).isEqualTo(chain.out());
  }

  @Test
  void theFileCanBeDescribed() throws Exception {
    Run described = run("OrdersWorker", "describe", "-c", "pipeline.yaml");

    assertThat(described.exitCode()).as(described.err()).isZero();
    assertThat(described.out()).contains("limit: 20s", "\"${DATABASE_URL}\"");
  }

  @Test
  void theWorkerBooksAThousandOrdersAndEnds() throws Exception {
    Run run = run("OrdersDev", "-c", "pipeline.yaml", "--exit-when-idle", "1s");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "\"event\":\"drain-report\",\"pipeline\":\"orders\",\"reason\":\"idle\","
                + "\"outcome\":\"clean\",\"exitCode\":0",
            "\"records\":{\"settled\":1000,");
  }

  @ParameterizedTest
  @CsvSource({
    "<sluice.version>([^<]+)<, <artifactId>sluice-parent</artifactId>\\s*<version>([^<]+)<",
    "<artifactId>logback-classic</artifactId>\\s*<version>([^<]+)<, <logback.version>([^<]+)<",
    "maven-compiler-plugin</artifactId>\\s*<version>([^<]+)<,"
        + " maven-compiler-plugin</artifactId>\\s*<version>([^<]+)<",
    "maven-resources-plugin</artifactId>\\s*<version>([^<]+)<,"
        + " maven-resources-plugin</artifactId>\\s*<version>([^<]+)<",
    "maven-surefire-plugin</artifactId>\\s*<version>([^<]+)<, <surefire.version>([^<]+)<",
    "maven-jar-plugin</artifactId>\\s*<version>([^<]+)<,"
        + " maven-jar-plugin</artifactId>\\s*<version>([^<]+)<",
    "maven-shade-plugin</artifactId>\\s*<version>([^<]+)<,"
        + " maven-shade-plugin</artifactId>\\s*<version>([^<]+)<"
  })
  void theProjectUsesTheVersionsOfThisBuild(String inThePage, String inTheBuild) {
    assertThat(first(inThePage, PAGE.file("pom.xml").code()))
        .isEqualTo(first(inTheBuild, Checkout.read("pom.xml")));
  }

  private static String first(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern.strip()).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  private static Run run(String main, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(classes + System.getProperty("path.separator") + Compiled.libraries());
    command.add("com.example.orders." + main);
    command.addAll(List.of(args));
    Path out = Files.createTempFile(project, "out", "");
    Path err = Files.createTempFile(project, "err", "");
    Process process =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(ended).as(() -> "still runs:\n" + Checkout.read(err)).isTrue();
      return new Run(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }
}
