package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.config.PipelineConfig;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChartKeysTest {
  private static final Set<String> OF_THE_WORKER =
      Arrays.stream(PipelineConfig.class.getRecordComponents())
          .map(RecordComponent::getName)
          .collect(Collectors.toSet());

  @Test
  void knowsEveryKeyOfTheChartAndNoOther() throws IOException {
    Set<String> ofTheChart = ofTheSchema();
    ofTheChart.removeAll(OF_THE_WORKER);

    assertThat(ChartKeys.NAMES).isEqualTo(ofTheChart);
  }

  @Test
  void theChartTakesEveryKeyOfTheWorker() throws IOException {
    assertThat(ofTheSchema()).containsAll(OF_THE_WORKER);
  }

  private static Set<String> ofTheSchema() throws IOException {
    JsonNode schema =
        new ObjectMapper().readTree(Path.of("../../chart/values.schema.json").toFile());
    Set<String> keys = new TreeSet<>();
    schema.get("properties").fieldNames().forEachRemaining(keys::add);
    return keys;
  }
}
