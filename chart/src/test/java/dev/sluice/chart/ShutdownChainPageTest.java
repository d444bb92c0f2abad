package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds docs/shutdown-chain.md to what the chart and the library really say. */
class ShutdownChainPageTest {
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "<!-- (accepted|refused) -->\n```yaml\n(.*?)```\n.*?```text\n(.*?)```", Pattern.DOTALL);

  record Example(String verdict, String values, String output) {}

  static Stream<Arguments> tables() {
    return Stream.of(
        Arguments.of("derivation", GoldenTables.derivation()),
        Arguments.of("audit", GoldenTables.audit()),
        Arguments.of("consumer", GoldenTables.consumer()),
        Arguments.of("forms", GoldenTables.forms()));
  }

  static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    Matcher matcher = EXAMPLE.matcher(page());
    while (matcher.find()) {
      examples.add(new Example(matcher.group(1), matcher.group(2), matcher.group(3)));
    }
    return examples;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void everyTableIsTheGoldenFile(String name, String table) throws IOException {
    assertThat(page()).contains("<!-- golden: " + name + " -->\n\n" + table + "\n\n");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleIsRealOutput(Example example) {
    Release release = Release.of(example.values());

    if (example.verdict().equals("refused")) {
      assertThat(catchThrowable(release::render)).hasMessageContaining(example.output());
    } else {
      assertThat(release.notes()).contains(example.output());
    }
  }

  @Test
  void bothKindsOfExamplesAreShown() throws IOException {
    assertThat(examples()).extracting(Example::verdict).contains("accepted", "refused");
  }

  private static String page() throws IOException {
    return Files.readString(
        Release.CHART.resolveSibling("docs").resolve("shutdown-chain.md"), StandardCharsets.UTF_8);
  }
}
