package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.OnFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Written as a user would test a handler of their own. */
class WorkerHarnessTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(60));

  private final List<String> seen = new ArrayList<>();
  private final List<Promise<Outcome>> open = new ArrayList<>();

  private ChunkHandler<String> collecting() {
    return ChunkHandler.of(
        LIMITS,
        (chunk, context) ->
            context.forEach(
                sourceRecord -> {
                  seen.add(sourceRecord.value());
                  return Future.succeededFuture();
                }));
  }

  private ChunkHandler<String> waiting() {
    return ChunkHandler.of(LIMITS, this::keepOpen);
  }

  private Future<Outcome> keepOpen(Chunk<String> chunk, ChunkContext<String> context) {
    Promise<Outcome> promise = Promise.promise();
    open.add(promise);
    return promise.future();
  }

  @Test
  void whatAHandlerHasDoneIsSettled() {
    try (WorkerHarness<String> worker = WorkerHarness.of(collecting(), Decoder.string())) {
      worker.push("orders-0", "a", "b", "c");

      assertThat(seen).containsExactly("a", "b", "c");
      assertThat(worker.settled("orders-0")).containsExactly("a", "b", "c");
      assertThat(worker.unsettled("orders-0")).isEmpty();
    }
  }

  @Test
  void aStopWaitsForTheTryThatRuns() {
    try (WorkerHarness<String> worker = WorkerHarness.of(waiting(), Decoder.string())) {
      worker.push("orders-0", "a", "b");
      worker.stop();
      assertThat(worker.ended()).isFalse();

      open.get(0).complete(Outcome.DONE);
      worker.advance(Duration.ZERO);

      assertThat(worker.exitCode()).hasValue(0);
      assertThat(worker.settled("orders-0")).containsExactly("a", "b");
      StopReport report = worker.report().orElseThrow();
      assertThat(report.outcome()).isEqualTo("clean");
      assertThat(report.chunks()).isEqualTo(new StopReport.Chunks(1, 0, 0, 0));
      assertThat(report.records()).isEqualTo(new StopReport.Records(2, 0, 0, 0, 0));
      assertThat(report.lanes()).containsExactly(new StopReport.Lane("orders-0", 1, 2));
    }
  }

  @Test
  void aTryThatDoesNotCheckpointInTimeIsCutAndHandedBack() {
    ChunkHandler<String> promisesCheckpoints =
        ChunkHandler.of(LIMITS.checkpointEvery(Duration.ofSeconds(5)), this::keepOpen);
    try (WorkerHarness<String> worker = WorkerHarness.of(promisesCheckpoints, Decoder.string())) {
      worker.push("orders-0", "a", "b");
      worker.stop();

      worker.advance(Duration.ofSeconds(5));

      assertThat(worker.exitCode()).hasValue(3);
      assertThat(worker.report().orElseThrow().chunks().cut()).isEqualTo(1);
      assertThat(worker.unsettled("orders-0")).containsExactly("a", "b");
    }
  }

  @Test
  void aSecondSignalEndsTheWorkerAtOnce() {
    try (WorkerHarness<String> worker = WorkerHarness.of(waiting(), Decoder.string())) {
      worker.push("orders-0", "a");
      worker.stop();
      worker.stopAgain();

      assertThat(worker.exitCode()).hasValue(143);
      assertThat(worker.report().orElseThrow().outcome()).isEqualTo("forced");
    }
  }

  @Test
  void aWorkerThatWasKilledGoesOnWhereItsWorkWasSettled() {
    try (WorkerHarness<String> worker = WorkerHarness.of(waiting(), Decoder.string())) {
      worker.push("orders-0", "a", "b");
      open.get(0).complete(Outcome.DONE);
      worker.push("orders-0", "c");
      assertThat(worker.settled("orders-0")).containsExactly("a", "b");

      worker.kill();
      worker.restart();
      worker.deliver("orders-0");
      open.get(open.size() - 1).complete(Outcome.DONE);
      worker.advance(Duration.ZERO);

      assertThat(open).hasSize(3);
      assertThat(worker.settled("orders-0")).containsExactly("a", "b", "c");
    }
  }

  @Test
  void aFailedTryIsRepeatedAfterItsPause() {
    int[] calls = {0};
    ChunkHandler<String> handler =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) ->
                calls[0]++ == 0
                    ? Future.failedFuture("not yet")
                    : Future.succeededFuture(Outcome.DONE));
    WorkerOptions options =
        new WorkerOptions().attempts(2).backoff(Duration.ofSeconds(2), Duration.ofSeconds(2));
    try (WorkerHarness<String> worker = WorkerHarness.of(handler, Decoder.string(), options)) {
      worker.push("orders-0", "a");
      assertThat(calls[0]).isEqualTo(1);

      worker.advance(Duration.ofSeconds(2));

      assertThat(calls[0]).isEqualTo(2);
      assertThat(worker.settled("orders-0")).containsExactly("a");
    }
  }

  @Test
  void aLaneThatCanNotGoOnSaysWhy() {
    ChunkHandler<String> handler =
        ChunkHandler.of(LIMITS, (chunk, context) -> Future.failedFuture("no such customer"));
    WorkerOptions options = new WorkerOptions().attempts(1).then(OnFailure.STOP);
    try (WorkerHarness<String> worker = WorkerHarness.of(handler, Decoder.string(), options)) {
      worker.push("orders-0", "a");

      assertThat(worker.halted()).containsOnlyKeys("orders-0");
      assertThat(worker.halted().get("orders-0")).contains("no such customer");
      assertThat(worker.unsettled("orders-0")).containsExactly("a");
    }
  }

  @Test
  void aRevokedLaneIsLeftWithWhatIsDoneSettled() {
    try (WorkerHarness<String> worker = WorkerHarness.of(waiting(), Decoder.string())) {
      worker.push("orders-0", "a");
      FakeRevoke revoke = worker.revoke("orders-0", Duration.ofSeconds(30));
      assertThat(revoke.answered()).isFalse();

      open.get(0).complete(Outcome.DONE);
      worker.advance(Duration.ZERO);
      worker.release(revoke);

      assertThat(worker.settled("orders-0")).containsExactly("a");
      assertThat(worker.counts().handedBack()).isZero();
    }
  }

  @Test
  void workOfALaneThatIsLostIsNeverSettled() {
    try (WorkerHarness<String> worker = WorkerHarness.of(waiting(), Decoder.string())) {
      worker.push("orders-0", "a");
      worker.lose("orders-0");
      open.get(0).complete(Outcome.DONE);
      worker.advance(Duration.ofSeconds(1));

      assertThat(worker.unsettled("orders-0")).containsExactly("a");
      assertThat(worker.counts().lateCompletions()).isEqualTo(1);
      assertThat(worker.source().settles()).isEmpty();
    }
  }

  @Test
  void aBlockingHandlerIsWaitedFor() throws Exception {
    BlockingHandler<String> handler = BlockingHandler.withLimit(Duration.ofSeconds(60));
    try (WorkerHarness<String> worker = WorkerHarness.of(handler, Decoder.string())) {
      worker.push("orders-0", "a");
      BlockingHandler.Call<String> call = handler.awaitEntered();
      worker.stop();
      assertThat(worker.ended()).isFalse();
      assertThat(call.context().draining()).isTrue();

      call.release();
      worker.turnUntil(worker::ended);

      assertThat(worker.exitCode()).hasValue(0);
      assertThat(worker.settled("orders-0")).containsExactly("a");
    }
  }

  @Test
  void aBlockingHandlerThatIsCutIsInterrupted() throws Exception {
    BlockingHandler<String> handler = BlockingHandler.withLimit(Duration.ofSeconds(60));
    try (WorkerHarness<String> worker = WorkerHarness.of(handler, Decoder.string())) {
      worker.push("orders-0", "a");
      BlockingHandler.Call<String> call = handler.awaitEntered();
      worker.stop();
      worker.advance(Duration.ofSeconds(60));
      call.awaitLeft();

      assertThat(call.interrupted()).isTrue();
      assertThat(worker.exitCode()).hasValue(3);
    }
  }

  @Test
  void aHandlerWithoutALimitIsRefusedWithTheFix() {
    ChunkHandler<String> handler =
        ChunkHandler.of(TaskLimits.declaredByDeployment(), this::keepOpen);

    assertThatThrownBy(() -> WorkerHarness.of(handler, Decoder.string()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("WorkerOptions.limit");
  }
}
