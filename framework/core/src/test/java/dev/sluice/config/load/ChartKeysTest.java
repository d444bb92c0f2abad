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
import org.junit.jupiter.api.Test;

class ChartKeysTest {

  @Test
  void knowsEveryKeyOfTheChartAndNoOther() throws IOException {
    JsonNode schema =
        new ObjectMapper().readTree(Path.of("../../chart/values.schema.json").toFile());
    Set<String> ofTheChart = new TreeSet<>();
    schema.get("properties").fieldNames().forEachRemaining(ofTheChart::add);
    Arrays.stream(PipelineConfig.class.getRecordComponents())
        .map(RecordComponent::getName)
        .forEach(ofTheChart::remove);

    assertThat(ChartKeys.NAMES).isEqualTo(ofTheChart);
  }
}
