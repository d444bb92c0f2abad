package dev.sluice.testkit.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.ChunkTask;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.testkit.rehearsal.Rig.Order;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers that keep their promises pass, whatever the pipeline looks like. */
class GoodHandlersTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(20));
  private static final TaskLimits PROMISE = LIMITS.checkpointEvery(Duration.ofSeconds(5));

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"lane, false", "key, false", "none, false", "lane, true", "key, true", "none, true"})
  void anEventLoopHandlerThatTakesAChunkAsOnePiecePasses(String ordering, boolean queue)
      throws Exception {
    Map<String, JsonNode> verdicts =
        new Rig(directory, services -> whole())
            .pipeline("ordering", ordering)
            .pipeline("source", "{ memory: { queue: " + queue + " } }")
            .rehearse(0, "--key-field", "customer");

    assertThat(verdicts).hasSize(12);
    assertThat(word(verdicts, "stops between two checkpoints")).isEqualTo("not-tried");
    assertThat(verdicts.get("stop that is cut").get("outcome").asText()).isEqualTo("cut");
    assertThat(verdicts.get("killed and started again").get("again").asLong()).isPositive();
    assertThat(verdicts.get("lane revoked, last settle fails").get("again").asLong()).isPositive();
    assertThat(verdicts.get("killed and started again").get("allowed").asLong()).isLessThan(120);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void handlersThatCheckpointPassAndStopAtTheirCheckpoints(boolean blocking) throws Exception {
    Map<String, JsonNode> verdicts =
        new Rig(directory, services -> blocking ? stepByStepOnAThread() : stepByStep())
            .pipeline("chunk", "{ records: 10 }")
            .rehearse(0);

    JsonNode stops = verdicts.get("stops between two checkpoints");
    assertThat(stops.get("verdict").asText()).isEqualTo("pass");
    assertThat(stops.get("measured").asText()).contains("calls stopped at a checkpoint, longest");
    assertThat(stops.get("measured").asText()).doesNotContain(", 0 calls");
    assertThat(word(verdicts, "event loop turns")).isEqualTo(blocking ? null : "pass");
    assertThat(verdicts.get("lane revoked, last settle fails").get("allowed").asLong())
        .isPositive();
    // Half of a chunk was checkpointed before.
    assertThat(verdicts.get("stop that is cut").get("allowed").asLong()).isBetween(1L, 15L);
  }

  @ParameterizedTest
  @CsvSource({"stop, records wait behind it", "skip, 1 record skipped"})
  void aMalformedRecordFollowsThePolicy(String policy, String measured) throws Exception {
    Map<String, JsonNode> verdicts =
        new Rig(directory, services -> whole()).pipeline("malformed", policy).rehearse(0);

    assertThat(verdicts.get("record that does not decode").get("measured").asText())
        .contains(measured);
  }

  @Test
  void oneRecordIsEnough() throws Exception {
    new Rig(directory, services -> whole()).records(1).rehearse(0);
  }

  @Test
  void oneAttemptIsEnoughWhenTheSinkIsAway() throws Exception {
    Map<String, JsonNode> verdicts =
        new Rig(directory, services -> whole())
            .pipeline("retry", "{ attempts: 1, then: skip }")
            .rehearse(0);

    assertThat(verdicts.get("sink away for a while").get("measured").asText())
        .isEqualTo("4 calls found it away, 0 attempts counted");
  }

  private static String word(Map<String, JsonNode> verdicts, String scenario) {
    JsonNode verdict = verdicts.get(scenario);
    return verdict == null ? null : verdict.get("verdict").asText();
  }

  private static ChunkTask<Order> whole() {
    return ChunkHandler.of(LIMITS, (chunk, context) -> Handling.later(2).map(Outcome.DONE));
  }

  private static ChunkTask<Order> stepByStep() {
    return ChunkHandler.of(
        PROMISE, (chunk, context) -> context.forEach(order -> Handling.later(1)));
  }

  private static ChunkTask<Order> stepByStepOnAThread() {
    return Handling.blocking(
        PROMISE, (chunk, context) -> context.forEach(order -> Handling.work(1)));
  }
}
