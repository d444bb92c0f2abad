package dev.sluice.testkit.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What docs/rehearsal.md says of scenarios, columns and keys. */
class RehearsalPageTest {
  private static final String PAGE = page();

  @Test
  void everyScenarioIsExplainedAndNoOther() {
    Set<String> explained =
        Pattern.compile("(?m)^\\| `([^`]+)` \\|")
            .matcher(PAGE)
            .results()
            .map(row -> row.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(explained).containsExactlyInAnyOrderElementsOf(Rehearsal.names());
  }

  @Test
  void theTableHasTheColumnsThatAreShown() {
    String head = VerdictTable.render(List.of()).lines().findFirst().orElseThrow();

    assertThat(PAGE).contains("\n" + head + "\n");
  }

  @Test
  void everyKeyOfTheJsonIsExplained() throws IOException {
    Verdict verdict =
        new Judgement("it")
            .counted(1, 0, 0)
            .stopped(new Ending("clean", false, Duration.ZERO, 0), "clean")
            .verdict();
    JsonNode json = new ObjectMapper().readTree(VerdictJson.render("p", "h", 1, List.of(verdict)));
    List<String> keys = new ArrayList<>(List.of("verdicts", "passed"));
    json.at("/verdicts/0").fieldNames().forEachRemaining(keys::add);

    assertThat(keys).hasSize(11).allMatch(key -> PAGE.contains("`" + key + "`"));
  }

  private static String page() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("docs/rehearsal.md"))) {
      here = here.getParent();
    }
    try {
      return Files.readString(here.resolve("docs/rehearsal.md"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
