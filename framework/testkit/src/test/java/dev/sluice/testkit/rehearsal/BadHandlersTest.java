package dev.sluice.testkit.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.ChunkTask;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.testkit.rehearsal.Rig.Order;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handler that breaks a promise fails where that shows, and says why. */
class BadHandlersTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(20));
  private static final TaskLimits PROMISE = LIMITS.checkpointEvery(Duration.ofSeconds(5));

  @TempDir Path directory;

  @Test
  void aHandlerThatIgnoresTheStopAtItsCheckpoints() throws Exception {
    ChunkTask<Order> deaf =
        Handling.blocking(
            PROMISE,
            (chunk, context) -> {
              for (SourceRecord<Order> order : chunk.records()) {
                Handling.work(1);
                context.checkpoint(order);
              }
              return Outcome.DONE;
            });

    assertThat(failed(deaf, "stops between two checkpoints"))
        .contains("checkpoints after it could see the stop, instead of stopping at the next");
  }

  @Test
  void aHandlerWhoseCheckpointsComeTooLate() throws Exception {
    ChunkTask<Order> slow =
        ChunkHandler.of(
            LIMITS.checkpointEvery(Duration.ofMillis(5)),
            (chunk, context) ->
                context.forEach(order -> Handling.later(order.position() == 3 ? 60 : 0)));

    assertThat(failed(slow, "stops between two checkpoints"))
        .contains("a checkpoint came later than checkpointEvery promises");
  }

  @Test
  void aHandlerThatPromisesCheckpointsAndMakesNone() throws Exception {
    ChunkTask<Order> silent =
        ChunkHandler.of(PROMISE, (chunk, context) -> Handling.later(1).map(Outcome.DONE));

    assertThat(failed(silent, "stops between two checkpoints")).contains("made no checkpoint in");
  }

  @Test
  void aHandlerThatSaysDoneThoughItsWalkWasStopped() throws Exception {
    ChunkTask<Order> lying =
        ChunkHandler.of(
            PROMISE,
            (chunk, context) ->
                context.forEach(order -> Handling.later(1)).map(stopped -> Outcome.DONE));

    Map<String, JsonNode> verdicts = rehearse(lying);

    assertThat(reasons(verdicts, "stops between two checkpoints")).contains("records are lost");
    assertThat(verdicts.get("quiet run to the end").get("verdict").asText()).isEqualTo("pass");
  }

  @Test
  void aHandlerThatSaysDoneAtAnEarlyCheckpointOfItsOwn() throws Exception {
    ChunkTask<Order> lying =
        Handling.blocking(
            PROMISE,
            (chunk, context) -> {
              for (SourceRecord<Order> order : chunk.records()) {
                if (context.draining()) {
                  return Outcome.DONE;
                }
                Handling.work(1);
                context.checkpoint(order);
              }
              return Outcome.DONE;
            });

    assertThat(failed(lying, "stops between two checkpoints")).contains("records are lost");
  }

  @Test
  void aHandlerThatBlocksTheEventLoop() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ChunkTask<Order> blocking =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              if (calls.incrementAndGet() == 2) {
                Handling.workStubbornly(700);
              }
              return Future.succeededFuture(Outcome.DONE);
            });

    assertThat(failed(blocking, "event loop turns")).contains("blocks the event loop");
  }

  @Test
  void aHandlerThatFailsAndIsGivenUp() throws Exception {
    ChunkTask<Order> failing =
        ChunkHandler.of(
            LIMITS, (chunk, context) -> Future.failedFuture(new IllegalStateException("no luck")));

    Map<String, JsonNode> verdicts =
        new Rig(directory, services -> failing).pipeline("retry", "{ attempts: 2 }").rehearse(1);

    assertThat(reasons(verdicts, "quiet run to the end"))
        .contains("lanes stopped", "no luck", "records are lost");
    assertThat(reasons(verdicts, "stop in the middle of a call")).contains("the quiet run failed");
  }

  @Test
  void aHandlerThatRunsPastItsLimit() throws Exception {
    ChunkTask<Order> slow =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofMillis(30)),
            (chunk, context) -> Handling.later(200).map(Outcome.DONE));

    Map<String, JsonNode> verdicts =
        new Rig(directory, services -> slow).pipeline("retry", "{ attempts: 1 }").rehearse(1);

    assertThat(reasons(verdicts, "quiet run to the end")).contains("lanes stopped");
  }

  @Test
  void aHandlerThatStopsAtACallItWasNotAskedToStop() throws Exception {
    ChunkTask<Order> lazy =
        ChunkHandler.of(LIMITS, (chunk, context) -> Future.succeededFuture(Outcome.STOPPED));

    assertThat(failed(lazy, "quiet run to the end")).contains("lanes stopped");
  }

  private String failed(ChunkTask<Order> handler, String scenario) throws IOException {
    return reasons(rehearse(handler), scenario);
  }

  private Map<String, JsonNode> rehearse(ChunkTask<Order> handler) throws IOException {
    return new Rig(directory, services -> handler)
        .pipeline("chunk", "{ records: 10 }")
        .pipeline("retry", "{ attempts: 2 }")
        .rehearse(1);
  }

  private static String reasons(Map<String, JsonNode> verdicts, String scenario) {
    JsonNode verdict = verdicts.get(scenario);
    assertThat(verdict.get("verdict").asText()).as(verdicts.toString()).isNotEqualTo("pass");
    return verdict.get("reasons").toString();
  }
}
