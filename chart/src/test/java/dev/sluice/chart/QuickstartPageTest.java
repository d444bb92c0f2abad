package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files of docs/quickstart.md make a release. */
class QuickstartPageTest {

  @Test
  void thePipelineAndTheValuesOfThePageRender() throws IOException {
    Manifests rendered = Release.of(file("pipeline.yaml")).with(file("values.yaml")).render();

    assertThat(rendered.worker().at("image").text()).isEqualTo("example.com/orders-worker:1.0.0");
    assertThat(rendered.pod().at("spec", "terminationGracePeriodSeconds").number())
        .isEqualTo(grace());
    assertThat(rendered.pipelineFile()).contains("book-orders");
  }

  /** As the page shows it of the command {@code chain}. */
  private static long grace() throws IOException {
    return Long.parseLong(first("(?m)^= grace +(\\d+) s"));
  }

  private static String file(String name) throws IOException {
    return first("`" + Pattern.quote(name) + "`[^`]*:\n\n```yaml\n([^`]*)```");
  }

  private static String first(String pattern) throws IOException {
    String page =
        Files.readString(
            Release.CHART.resolveSibling("docs").resolve("quickstart.md"), StandardCharsets.UTF_8);
    Matcher matcher = Pattern.compile(pattern).matcher(page);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }
}
