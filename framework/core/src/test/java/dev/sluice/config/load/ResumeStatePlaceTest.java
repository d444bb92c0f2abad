package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.PipelineConfig;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResumeStatePlaceTest {
  private static final String KAFKA = "kafka: { bootstrapServers: b, topics: [t] }";

  private static PipelineConfig load(String source, String resumeState) {
    String text =
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: flights
          handler: load
          source: { %s }
          resumeState: %s
          limits: { load: { limit: 2m } }
        """
            .formatted(source, resumeState);
    return PipelineFile.parse("pipeline.yaml", text)
        .load(Map.of(), Adapters.providers(), Set.of("load"));
  }

  @Test
  void theAdaptersOwnSettingsAreRead() {
    PipelineConfig config = load(KAFKA, "{ postgres: { url: somewhere } }");

    assertThat(config.pipeline().resumeState().orElseThrow().settings())
        .isEqualTo(new Adapters.TableSettings("somewhere"));
  }

  @Test
  void anUnknownPlaceIsRefused() {
    assertThatThrownBy(() -> load(KAFKA, "{ postgre: { url: somewhere } }"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pipeline.resumeState.postgre: no such place for resume states")
        .hasMessageContaining("postgres");
  }

  @Test
  void aSourceThatKeepsStatesItselfRefusesAPlaceThatNothingLeadsTo() {
    assertThatThrownBy(() -> load("jobs: {}", "{ postgres: { url: somewhere } }"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pipeline.resumeState: is never written to: the source 'jobs'")
        .hasMessageContaining("remove it");
  }
}
