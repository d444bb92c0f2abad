package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.TaskLimits;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.ConfigException;
import dev.sluice.config.PipelineConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineOutlineTest {
  private static final Set<String> HANDLERS = Set.of("load-flights", "other");
  private static final TaskLimits CODE =
      TaskLimits.limit(Duration.ofMinutes(2)).checkpointEvery(Duration.ofSeconds(15));

  @Test
  void needsNoVariableOfTheDeployment() {
    PipelineOutline outline = outline(PipelineFileTest.EXAMPLE);

    assertThat(outline.tasks().handlers()).containsExactly("load-flights");
    assertThat(outline.services())
        .containsExactly(new PipelineOutline.DeclaredService("postgres", "main", Runnable.class));
  }

  @Test
  void stillTellsEveryMistakeThatShowsWithoutTheDeployment() {
    assertThatThrownBy(
            () ->
                outline(
                    PipelineFileTest.EXAMPLE
                        .replace("ordering: lane", "ordering: topic")
                        .replace("\"${DATABASE_URL}\"", "\"${1X}\"")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pipeline.ordering")
        .hasMessageContaining("'${1X}' is none of");
  }

  @Test
  void needsToKnowTheHandler() {
    assertThatThrownBy(
            () ->
                outline(
                    PipelineFileTest.SMALLEST.replace("handler: load-flights", "handler: ${H}")))
        .hasMessageContaining("pipeline.handler: the environment variable H is not set");
  }

  @Test
  void takesTheFilesFigureElseTheCodes() {
    assertThat(limits("{ limit: 3m }", CODE))
        .isEqualTo(task(Duration.ofMinutes(3), Duration.ofSeconds(15)));
    assertThat(limits("{ checkpointEvery: 20s }", CODE))
        .isEqualTo(task(Duration.ofMinutes(2), Duration.ofSeconds(20)));
    assertThat(limits("{}", CODE)).isEqualTo(task(Duration.ofMinutes(2), Duration.ofSeconds(15)));
    assertThat(limits("{ limit: 1s }", TaskLimits.declaredByDeployment()))
        .isEqualTo(task(Duration.ofSeconds(1), null));
    assertThat(outline(PipelineFileTest.SMALLEST).effectiveLimits("load-flights", CODE))
        .isEqualTo(task(Duration.ofMinutes(2), Duration.ofSeconds(15)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ limit: 119s }|pipeline.limits.load-flights.limit: '1m59s' is below 2m, the limit the code",
        "{ checkpointEvery: 14s }|pipeline.limits.load-flights.checkpointEvery: '14s' is below 15s"
      })
  void refusesAFigureBelowTheCodes(String file, String message) {
    assertThatThrownBy(() -> limits(file, CODE))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("p.yaml:7: " + message)
        .hasMessageContaining("override: true");
  }

  @Test
  void refusesACheckpointThatTheCodeDoesNotPromise() {
    TaskLimits unchecked = TaskLimits.limit(Duration.ofMinutes(2));

    assertThatThrownBy(() -> limits("{ checkpointEvery: 15s }", unchecked))
        .hasMessageContaining("the code declares a limit without checkpoints")
        .hasMessageContaining("override: true");
  }

  @Test
  void takesALowerFigureThatIsMarked() {
    assertThat(limits("{ limit: 20s, checkpointEvery: 5s, override: true }", CODE))
        .isEqualTo(task(Duration.ofSeconds(20), Duration.ofSeconds(5)));
  }

  @Test
  void refusesAnEffectiveCheckpointAboveTheEffectiveLimit() {
    assertThatThrownBy(() -> limits("{ limit: 10s, override: true }", CODE))
        .hasMessageContaining(
            "pipeline.limits.load-flights.limit: the effective checkpointEvery 15s");
    assertThatThrownBy(() -> limits("{ checkpointEvery: 3m }", CODE))
        .hasMessageContaining(
            "pipeline.limits.load-flights.checkpointEvery: the effective checkpointEvery 3m");
  }

  @Test
  void refusesALimitThatNobodyDeclares() {
    assertThatThrownBy(
            () ->
                outline(PipelineFileTest.SMALLEST)
                    .effectiveLimits("load-flights", TaskLimits.declaredByDeployment()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "p.yaml:2: pipeline.limits.load-flights.limit: is missing, and the handler declares none"
                + " either. Declare the ceiling for one try here (pipeline.limits.load-flights.limit:"
                + " 2m) or in the code (TaskLimits.limit(Duration.ofMinutes(2)))");
  }

  @Test
  void computesTheChainFromEffectiveFigures() {
    PipelineOutline outline =
        outline(
            PipelineFileTest.SMALLEST + "shutdown: { margin: 5s }\nnode: { profile: aws-spot }");

    var chain =
        outline.chain(
            List.of(
                outline.effectiveLimits("load-flights", TaskLimits.limit(Duration.ofMinutes(2)))));

    assertThat(chain.windowSeconds()).isEqualTo(140);
    assertThat(chain.graceSeconds()).isEqualTo(145);
    assertThat(chain.fits()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PipelineFileTest.EXAMPLE,
        PipelineFileTest.SMALLEST,
        PipelineFileTest.SMALLEST
            + "  limits: { load-flights: { limit: 30m } }\nimage: {tag: '01'}\n",
        PipelineFileTest.SMALLEST
            + "  limits: { other: { limit: 1s, override: true } }\nreplicas: 2\n"
      })
  void completesTheFileSoThatItLoadsToTheSamePipeline(String text) {
    PipelineOutline before = outline(text);
    TaskLimit limits = before.effectiveLimits("load-flights", CODE);

    String completed = before.completed(List.of(limits));

    PipelineOutline after = outline(completed);
    assertThat(after.effectiveLimits("load-flights", TaskLimits.declaredByDeployment()))
        .isEqualTo(limits);
    assertThat(after.completed(List.of(limits))).isEqualTo(completed);
    assertThat(withoutLimits(load(completed))).isEqualTo(withoutLimits(load(text)));
  }

  @Test
  void completesTheFileWithoutResolvingAnything() {
    PipelineOutline outline = outline(PipelineFileTest.EXAMPLE + "image: { tag: '010' }\n");

    assertThat(outline.completed(List.of(outline.effectiveLimits("load-flights", CODE))))
        .contains("url: \"${DATABASE_URL}\"")
        .contains("tag: \"010\"");
  }

  private static TaskLimit limits(String file, TaskLimits code) {
    return outline(PipelineFileTest.SMALLEST + "  limits: { load-flights: " + file + " }")
        .effectiveLimits("load-flights", code);
  }

  private static TaskLimit task(Duration limit, Duration checkpointEvery) {
    return new TaskLimit("load-flights", limit, Optional.ofNullable(checkpointEvery));
  }

  private static PipelineOutline outline(String text) {
    return PipelineFile.parse("p.yaml", text).outline(Map.of(), PROVIDERS, HANDLERS);
  }

  private static final Providers PROVIDERS = Adapters.providers();

  private static PipelineConfig load(String text) {
    return PipelineFile.parse("p.yaml", text)
        .load(Map.of("DATABASE_URL", "postgres://h/d"), PROVIDERS, HANDLERS);
  }

  private static PipelineConfig withoutLimits(PipelineConfig config) {
    var p = config.pipeline();
    return new PipelineConfig(
        config.apiVersion(),
        new dev.sluice.config.PipelineSettings(
            p.name(),
            p.handler(),
            p.kinds(),
            p.source(),
            p.chunk(),
            p.concurrency(),
            p.ordering(),
            p.retry(),
            p.malformed(),
            p.deadLetter(),
            p.resumeState(),
            Map.of()),
        config.shutdown(),
        config.node(),
        config.startup(),
        config.management(),
        config.services(),
        config.database());
  }
}
