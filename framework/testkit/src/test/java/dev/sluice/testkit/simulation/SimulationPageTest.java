package dev.sluice.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulationPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "internals", "simulation.md");

  private static List<String> rows(String marker) throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf("<!-- " + marker + " -->");
    String section = page.substring(from, page.indexOf("<!-- end -->", from));
    return section.lines().filter(line -> line.startsWith("|")).skip(2).toList();
  }

  @Test
  void thePageNamesEveryInvariant() throws IOException {
    assertThat(rows("invariants"))
        .containsExactlyElementsOf(
            Stream.of(Invariant.values())
                .map(each -> "| `" + each + "` | " + each.sentence() + " |")
                .toList());
  }

  @Test
  void thePageNamesEveryPlantedBug() throws IOException {
    assertThat(rows("bugs"))
        .containsExactlyElementsOf(
            Bugs.all().stream()
                .map(bug -> "| " + bug.name() + " | `" + bug.simpleType() + "` |")
                .toList());
  }
}
