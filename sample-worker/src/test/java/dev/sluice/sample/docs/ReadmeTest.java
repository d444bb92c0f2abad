package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
  private static final Page README = Page.of("README.md");
  private static final int FIRST_SCREEN = 40;
  private static final String IMPORTS =
      """
      import dev.sluice.api.*;
      import dev.sluice.sample.flights.Flight;
      import io.vertx.core.Future;
      import io.vertx.sqlclient.Pool;
      import io.vertx.sqlclient.Tuple;
      import java.time.Duration;
      import java.util.List;

      """;

  @TempDir Path directory;

  @Test
  void theHandlerCompiles() throws Exception {
    String handler = README.blocks("java").get(0).code();

    Compiled compiled = Compiled.of(Map.of("LoadDelays.java", IMPORTS + handler), directory);

    assertThat(compiled.classes().resolve("LoadDelays.class")).exists();
  }

  @Test
  void theFirstScreenEndsWithItsLinks() {
    List<String> lines = README.text().lines().toList();

    assertThat(lines.subList(0, Math.min(FIRST_SCREEN, lines.size())))
        .anyMatch(line -> line.contains("(docs/operations.md)"));
  }

  @Test
  void theRefusalIsTheOneThatTheChainsPageShowsAndTheChartsTestsRender() {
    String console = README.blocks("console").get(0).code();
    String refusal = console.substring(console.indexOf("the shutdown chain does not fit"));

    assertThat(Page.of("docs/shutdown-chain.md").text())
        .contains(refusal.substring(0, refusal.indexOf("\n$ ")));
  }

  @Test
  void theAuditSaysWhatItsPageShows() {
    List<String> console = README.blocks("console").get(0).code().lines().toList();
    List<String> page = Page.of("docs/audit/README.md").text().lines().toList();
    int command = console.indexOf(last(console, "$ "));

    assertThat(console.get(command)).contains("sluice-audit.jar", "docs/audit/example");
    assertThat(console.subList(command + 1, console.size()))
        .hasSizeGreaterThan(2)
        .allMatch(line -> page.stream().anyMatch(shown -> shown.startsWith(line)));
  }

  private static String last(List<String> lines, String start) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  @Test
  void progressLinesHaveTheFormThatTheWorkerPrints() {
    String source =
        Checkout.read("framework/core/src/main/java/dev/sluice/runtime/ProgressLine.java");
    Matcher format = Pattern.compile("\"(settled [^\"]+)\"").matcher(source);
    assertThat(format.find()).isTrue();
    String form =
        format.group(1).replace("%,d", "[\\d,]+").replace("%,.0f", "[\\d,]+").replace("%d", "\\d+");

    List<String> lines =
        README
            .blocks("console")
            .get(0)
            .code()
            .lines()
            .filter(l -> l.startsWith("settled"))
            .toList();

    assertThat(lines).isNotEmpty().allMatch(line -> line.matches(form));
  }

  @Test
  void theDrainReportHasKeysThatTheWorkerWrites() {
    String source =
        Checkout.read("framework/core/src/main/java/dev/sluice/runtime/DrainReport.java");
    String report =
        README
            .blocks("console")
            .get(0)
            .code()
            .lines()
            .filter(line -> line.contains("drain-report"))
            .findFirst()
            .orElseThrow();
    Matcher key = Pattern.compile("\"(\\w+)\":").matcher(report);

    assertThat(key.results().map(found -> found.group(1)))
        .isNotEmpty()
        .allMatch(name -> source.contains("(\"" + name + "\""));
  }
}
