package dev.sluice.runtime;

import static dev.sluice.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code ChunkContext.forEach}: one record after the other, each checkpointed. */
@ExtendWith(VertxExtension.class)
class ForEachTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  /** Steps whose futures a test completes. */
  private static final class Steps {
    final List<String> started = new CopyOnWriteArrayList<>();
    final List<Promise<Void>> promises = new CopyOnWriteArrayList<>();

    Future<Void> begin(SourceRecord<String> current) {
      started.add(current.value());
      Promise<Void> promise = Promise.promise();
      promises.add(promise);
      return promise.future();
    }

    Promise<Void> last() {
      return promises.get(promises.size() - 1);
    }
  }

  private static EngineRig rig(Function<SourceRecord<String>, Future<?>> step) {
    ChunkHandler<String> handler =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(60)), (chunk, context) -> context.forEach(step));
    // The rig's own handler sees nothing, so it can't vouch for what is processed.
    return new EngineRig(vertx, s -> s.skipFailed = true, handler);
  }

  @Test
  void recordsRunOneAfterTheOtherAndEachIsCheckpointed() {
    Steps steps = new Steps();
    try (EngineRig rig = rig(steps::begin)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");

      assertThat(steps.started).containsExactly("1");

      rig.on(steps.last()::complete);

      assertThat(steps.started).containsExactly("1", "2");
      assertThat(rig.committed("a")).isEqualTo(1);

      rig.on(steps.last()::complete);
      rig.on(steps.last()::complete);

      assertThat(rig.committed("a")).isEqualTo(3);
      assertThat(rig.tally.triesInFlight.get()).isZero();
    }
  }

  @Test
  void aDrainIsSeenBetweenTwoRecordsNeverInsideOne() {
    Steps steps = new Steps();
    try (EngineRig rig = rig(steps::begin)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.stop();

      assertThat(rig.driver.exit().isComplete()).as("the first record runs").isFalse();

      rig.on(steps.last()::complete);

      assertThat(steps.started).containsExactly("1");
      assertThat(rig.committed("a")).isEqualTo(1);
      assertThat(rig.exitCode()).isZero();
    }
  }

  @Test
  void aChunkWhoseLastRecordEndsDuringADrainIsDoneNotStopped() {
    Steps steps = new Steps();
    try (EngineRig rig = rig(steps::begin)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.stop();
      rig.on(steps.last()::complete);

      assertThat(rig.report().get("chunks").get("finished").asInt()).isEqualTo(1);
      assertThat(rig.exitCode()).isZero();
    }
  }

  @Test
  void afterAFailedRecordOnlyTheRestRunsAgain() {
    Steps steps = new Steps();
    try (EngineRig rig = rig(steps::begin)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      rig.on(steps.last()::complete);
      rig.on(() -> steps.last().fail("no"));
      rig.advanceSeconds(1);

      assertThat(steps.started).containsExactly("1", "2", "2");

      rig.on(steps.last()::complete);
      rig.on(steps.last()::complete);

      assertThat(steps.started).containsExactly("1", "2", "2", "3");
      assertThat(rig.committed("a")).isEqualTo(3);
    }
  }

  @Test
  void aChunkOfCompletedStepsIsWalkedWithoutRecursion() {
    ChunkHandler<String> handler =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(60)),
            (chunk, context) -> context.forEach(current -> Future.succeededFuture()));
    try (EngineRig rig =
        new EngineRig(
            vertx,
            s -> {
              s.skipFailed = true;
              s.chunkRecords = 50_000;
              s.maxRecords = 100_000;
            },
            handler)) {
      rig.assign("a");
      rig.deliver("a", Collections.nCopies(50_000, "x").toArray(String[]::new));

      assertThat(rig.committed("a")).isEqualTo(50_000);
    }
  }

  @Test
  void noFurtherRecordRunsOnceTheTryIsDead() {
    Steps steps = new Steps();
    try (EngineRig rig = rig(steps::begin)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.advanceSeconds(60);
      rig.on(steps.last()::complete);

      assertThat(steps.started).containsExactly("1");
      assertThat(rig.committed("a")).isZero();

      rig.advanceSeconds(1);

      assertThat(steps.started).containsExactly("1", "1");
    }
  }

  @Test
  void aStepThatThrowsFailsTheTry() {
    try (EngineRig rig =
        rig(
            current -> {
              throw new StackOverflowError();
            })) {
      rig.assign("a");
      rig.deliver("a", "1");

      assertThat(rig.tally.triesInFlight.get()).isZero();
      assertThat(rig.timers.armed()).as("its retry waits").isEqualTo(1);
    }
  }

  @Test
  void aLaterStepThatThrowsFailsTheTryToo() {
    Steps steps = new Steps();
    try (EngineRig rig =
        rig(
            current -> {
              if (current.value().equals("2")) {
                throw new StackOverflowError();
              }
              return steps.begin(current);
            })) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.on(steps.last()::complete);

      assertThat(rig.tally.triesInFlight.get()).isZero();
      assertThat(rig.committed("a")).isEqualTo(1);
    }
  }

  @Test
  void aStepThatReturnsNullFailsTheTry() {
    try (EngineRig rig = rig(current -> null)) {
      rig.assign("a");
      rig.deliver("a", "1");

      assertThat(rig.tally.triesInFlight.get()).isZero();
    }
  }

  @Test
  void everyStepStartsOnTheEventLoopWhereverTheOneBeforeEnded() throws InterruptedException {
    Steps steps = new Steps();
    List<Context> contexts = new CopyOnWriteArrayList<>();
    try (EngineRig rig =
        rig(
            current -> {
              contexts.add(Vertx.currentContext());
              return steps.begin(current);
            })) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      Thread elsewhere = new Thread(steps.last()::complete);
      elsewhere.start();
      elsewhere.join();
      eventually(() -> contexts.size() == 2);
      rig.quiet();

      assertThat(contexts).containsExactly(rig.loop.context(), rig.loop.context());
    }
  }

  @Test
  void theOutcomeIsTheHandlersToChange() {
    ChunkHandler<String> handler =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(60)),
            (chunk, context) ->
                context
                    .forEach(current -> Future.succeededFuture())
                    .compose(outcome -> Future.failedFuture("the flush failed")));
    try (EngineRig rig = new EngineRig(vertx, s -> s.skipFailed = true, handler)) {
      rig.assign("a");
      rig.deliver("a", "1");

      assertThat(rig.committed("a")).as("every record was checkpointed before").isEqualTo(1);
      assertThat(rig.timers.armed()).isZero();
    }
  }

  @Test
  void stoppedBeforeTheFirstRecordHandsTheWholeChunkBack() {
    Promise<Void> gate = Promise.promise();
    ChunkHandler<String> handler =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(60)),
            (chunk, context) ->
                gate.future().compose(v -> context.forEach(current -> Future.succeededFuture())));
    try (EngineRig rig = new EngineRig(vertx, s -> s.skipFailed = true, handler)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.stop();
      rig.on(gate::complete);

      assertThat(rig.exitCode()).isZero();
      assertThat(rig.report().get("chunks").get("checkpointed").asInt()).isEqualTo(1);
      assertThat(rig.report().get("records").get("handedBack").asInt()).isEqualTo(2);
    }
  }
}
