package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

class ChartFilesTest {
  private static final Set<String> OF_THE_WORKER =
      Set.of(
          "apiVersion",
          "pipeline",
          "shutdown",
          "node",
          "startup",
          "management",
          "services",
          "database");

  @Test
  void thePackageHoldsTheChartAndNothingOfItsTests(@TempDir Path folder) throws IOException {
    new Helm(Release.CHART).packageIt().withDestination(folder).call();

    String archive = unzipped(folder.resolve("sluice-worker-0.1.0.tgz"));
    assertThat(archive)
        .contains("sluice-worker/templates/deployment.yaml", "sluice-worker/values.schema.json")
        .doesNotContain("sluice-worker/pom.xml", "sluice-worker/src/", "sluice-worker/target/");
  }

  @Test
  void theSchemaKnowsEveryValueAndNoOther() throws IOException {
    Set<String> known = new HashSet<>(yaml("values.yaml").keySet());
    known.addAll(OF_THE_WORKER);
    known.add("global");

    Map<?, ?> properties = (Map<?, ?>) yaml("values.schema.json").get("properties");
    Set<String> inSchema = new HashSet<>();
    properties.keySet().forEach(key -> inSchema.add(String.valueOf(key)));
    assertThat(inSchema).isEqualTo(known);
  }

  @Test
  void theDefaultsAreValuesOfTheChartOnly() throws IOException {
    assertThat(yaml("values.yaml").keySet()).doesNotContainAnyElementsOf(OF_THE_WORKER);
  }

  @Test
  void theReadmeNamesEveryValue() throws IOException {
    String readme = Files.readString(Release.CHART.resolve("README.md"), StandardCharsets.UTF_8);

    assertThat(yaml("values.yaml").keySet())
        .allSatisfy(key -> assertThat(readme).contains("`" + key + "`"));
    assertThat(OF_THE_WORKER).allSatisfy(key -> assertThat(readme).contains("`" + key + "`"));
  }

  @Test
  void theChartsVersionsAreTheProjects() throws IOException {
    Map<String, Object> chart = yaml("Chart.yaml");
    String project = Files.readString(Release.CHART.resolve("pom.xml"), StandardCharsets.UTF_8);

    assertThat(project).contains("<version>" + chart.get("version") + "</version>");
    assertThat(chart.get("appVersion")).isEqualTo(chart.get("version"));
  }

  private static Map<String, Object> yaml(String file) throws IOException {
    return new Yaml().load(Files.readString(Release.CHART.resolve(file), StandardCharsets.UTF_8));
  }

  // A tar archive holds its names and texts uncompressed, which is all that is looked for.
  private static String unzipped(Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
