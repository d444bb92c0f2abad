package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.TaskLimits;
import dev.sluice.chain.Chain;
import dev.sluice.chain.GrantedChain;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.PipelineOutline;
import dev.sluice.config.load.Providers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The file of the sample goes through the chart and arrives at the worker with the same meaning.
 */
class WorkerReadsTheConfigMapTest {
  private static final Map<String, String> VARIABLES =
      Map.of("KAFKA_BOOTSTRAP_SERVERS", "kafka:9092", "DATABASE_URL", "postgresql://u:p@pg:5432/f");
  private static final Set<String> HANDLERS = Set.of("load-flights");

  private String sample;
  private Manifests rendered;

  @BeforeEach
  void render() throws IOException {
    sample = Files.readString(Path.of("../sample-worker/pipelines/flights.yaml"));
    rendered = Release.of(sample).render();
  }

  @Test
  void theWorkerReadsTheSameConfigurationFromTheConfigMapAsFromTheFile() {
    PipelineConfig direct = load(sample);
    PipelineConfig byChart = load(rendered.pipelineFile());

    assertThat(byChart.pipeline().chunk()).isEqualTo(direct.pipeline().chunk());
    assertThat(byChart.pipeline().retry()).isEqualTo(direct.pipeline().retry());
    assertThat(byChart.pipeline().limits()).isEqualTo(direct.pipeline().limits());
    assertThat(byChart.pipeline().source().settings())
        .isEqualTo(direct.pipeline().source().settings());
    assertThat(byChart.shutdown()).isEqualTo(direct.shutdown());
    assertThat(byChart.startup()).isEqualTo(direct.startup());
  }

  @Test
  void whatTheChartGrantsIsEnoughForTheWorkerThatReadsItsConfigMap() {
    PipelineOutline outline =
        PipelineFile.parse("pipeline.yaml", rendered.pipelineFile())
            .outline(VARIABLES, Providers.onClassPath(), HANDLERS);
    Chain chain =
        outline.chain(
            outline.tasks().handlers().stream()
                .map(name -> outline.effectiveLimits(name, TaskLimits.declaredByDeployment()))
                .toList());

    assertThat(GrantedChain.fromEnvironment(rendered.environment()).check(chain)).isEmpty();
    assertThat(rendered.pod().at("spec", "terminationGracePeriodSeconds").number())
        .isEqualTo(chain.graceSeconds())
        .isEqualTo(60);
  }

  private static PipelineConfig load(String text) {
    return PipelineFile.parse("pipeline.yaml", text)
        .load(VARIABLES, Providers.onClassPath(), HANDLERS);
  }
}
