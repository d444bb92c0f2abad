package dev.sluice.runtime;

import static dev.sluice.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.TryEnded;
import dev.sluice.progress.LaneRef;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Handlers that block a thread of their own. */
@ExtendWith(VertxExtension.class)
class EngineBlockingTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  private static EngineRig rig(BlockingScript handler) {
    // The rig's own handler sees nothing, so it can't vouch for what is processed.
    return new EngineRig(vertx, s -> s.skipFailed = true, handler);
  }

  private static void until(EngineRig rig, java.util.concurrent.Callable<Boolean> condition) {
    eventually(condition);
    rig.quiet();
  }

  private static Outcome waitAtGate(
      BlockingScript self, Chunk<String> chunk, BlockingChunkContext<String> context)
      throws InterruptedException {
    self.gate.acquire();
    return Outcome.DONE;
  }

  @Test
  void itRunsOnAThreadOfItsOwnAndItsEndIsSettled() {
    BlockingScript handler = new BlockingScript(EngineBlockingTest::waitAtGate);
    try (EngineRig rig = rig(handler)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      until(rig, () -> handler.entered.get() == 1);

      assertThat(handler.thread.getName()).doesNotContain("eventloop");
      assertThat(rig.committed("a")).isZero();

      handler.gate.release();
      until(rig, () -> rig.committed("a") == 2);

      assertThat(rig.tally.settled.get()).isEqualTo(2);
    }
  }

  @Test
  void atItsLimitItIsInterruptedAndItsCheckpointCounts() {
    BlockingScript handler =
        new BlockingScript(
            (self, chunk, context) -> {
              if (self.entered.get() > 1) {
                return Outcome.DONE;
              }
              context.checkpoint(chunk.get(0));
              self.gate.acquire();
              return Outcome.DONE;
            });
    try (EngineRig rig = rig(handler)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      until(rig, () -> rig.committed("a") == 1);
      rig.advanceSeconds(60);
      until(rig, () -> handler.left.get() == 1);

      assertThat(handler.caught).singleElement().isInstanceOf(InterruptedException.class);

      rig.advanceSeconds(1);
      until(rig, () -> rig.committed("a") == 2);

      assertThat(handler.chunk.records()).hasSize(1);
      assertThat(rig.tally.lateCompletions.get()).isZero();
    }
  }

  @Test
  void oneThatIgnoresItsInterruptIsNotJoinedByASecondTry() {
    BlockingScript handler =
        new BlockingScript(
            (self, chunk, context) -> {
              self.gate.acquireUninterruptibly();
              return Outcome.DONE;
            });
    try (EngineRig rig = rig(handler)) {
      rig.assign("a");
      rig.deliver("a", "1");
      until(rig, () -> handler.entered.get() == 1);
      rig.advanceSeconds(69);

      assertThat(handler.entered).hasValue(1);
      assertThat(rig.snapshot().stuck()).isFalse();

      rig.advanceSeconds(1);

      assertThat(rig.snapshot().stuck()).isTrue();
      assertThat(rig.lane("a").state()).isEqualTo("halted");

      handler.gate.release();
      until(rig, () -> rig.tally.lateCompletions.get() == 1);

      assertThat(rig.snapshot().stuck()).isFalse();
      assertThat(rig.committed("a")).isZero();
    }
  }

  @Test
  void aThreadGoesBackToThePoolWithoutTheInterruptOfItsTry() {
    List<Boolean> interrupted = new CopyOnWriteArrayList<>();
    BlockingScript handler =
        new BlockingScript(
            (self, chunk, context) -> {
              interrupted.add(Thread.currentThread().isInterrupted());
              if (self.entered.get() == 1) {
                self.gate.acquireUninterruptibly();
              }
              return Outcome.DONE;
            });
    try (EngineRig rig = rig(handler)) {
      rig.assign("a");
      rig.deliver("a", "1");
      until(rig, () -> handler.entered.get() == 1);
      Thread first = handler.thread;
      rig.advanceSeconds(60);
      handler.gate.release();
      until(rig, () -> rig.tally.lateCompletions.get() == 1);
      rig.advanceSeconds(1);
      until(rig, () -> rig.committed("a") == 1);

      assertThat(handler.thread).isSameAs(first);
      assertThat(interrupted).containsExactly(false, false);
    }
  }

  @Test
  void theCutOfADrainInterruptsIt() {
    BlockingScript handler = new BlockingScript(EngineBlockingTest::waitAtGate);
    try (EngineRig rig =
        new EngineRig(
            vertx,
            s -> {
              s.limit = Duration.ofSeconds(90);
              s.skipFailed = true;
            },
            handler)) {
      rig.assign("a");
      rig.deliver("a", "1");
      until(rig, () -> handler.entered.get() == 1);
      rig.stop();

      assertThat(handler.context.draining()).isTrue();

      rig.advanceSeconds(60);
      until(rig, () -> handler.left.get() == 1);

      assertThat(handler.caught).singleElement().isInstanceOf(InterruptedException.class);
      assertThat(rig.exitCode()).isEqualTo(3);
      assertThat(rig.committed("a")).isZero();
    }
  }

  @Test
  void aLostLaneInterruptsIt() {
    BlockingScript handler = new BlockingScript(EngineBlockingTest::waitAtGate);
    try (EngineRig rig = rig(handler)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1");
      until(rig, () -> handler.entered.get() == 1);
      rig.source.lose(lane);
      until(rig, () -> handler.left.get() == 1);

      assertThat(handler.caught).singleElement().isInstanceOf(InterruptedException.class);
      assertThat(rig.tally.handedBack.get()).isEqualTo(1);
    }
  }

  @Test
  void forEachStopsBetweenTwoRecordsWhenTheWorkerDrains() {
    BlockingScript handler =
        new BlockingScript(
            (self, chunk, context) ->
                context.forEach(
                    current -> {
                      self.seen.add(current.value());
                      self.gate.acquire();
                    }));
    try (EngineRig rig = rig(handler)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      handler.gate.release();
      until(rig, () -> handler.seen.size() == 2);
      rig.stop();
      handler.gate.release();
      until(rig, () -> rig.driver.exit().isComplete());

      assertThat(handler.seen).containsExactly("1", "2");
      assertThat(rig.committed("a")).isEqualTo(2);
      assertThat(rig.exitCode()).isZero();
      assertThat(rig.report().get("chunks").get("checkpointed").asInt()).isEqualTo(1);
    }
  }

  @Test
  void forEachThrowsOnceTheTryIsDead() {
    BlockingScript handler =
        new BlockingScript(
            (self, chunk, context) ->
                context.forEach(
                    current -> {
                      self.seen.add(current.value());
                      self.gate.acquireUninterruptibly();
                    }));
    try (EngineRig rig = rig(handler)) {
      LaneRef lane = rig.assign("a");
      rig.deliver("a", "1", "2", "3");
      until(rig, () -> handler.seen.size() == 1);
      rig.source.lose(lane);
      rig.quiet();
      handler.gate.release(3);
      until(rig, () -> handler.left.get() == 1);

      assertThat(handler.seen).containsExactly("1");
      assertThat(handler.caught).singleElement().isInstanceOf(TryEnded.class);
    }
  }

  @Test
  void whatEverItThrowsEndsTheTry() {
    BlockingScript handler =
        new BlockingScript(
            (self, chunk, context) -> {
              if (self.entered.get() == 1) {
                throw new StackOverflowError();
              }
              return self.entered.get() == 2 ? null : Outcome.DONE;
            });
    try (EngineRig rig = rig(handler)) {
      rig.assign("a");
      rig.deliver("a", "1");
      until(rig, () -> rig.timers.armed() == 1);
      rig.advanceSeconds(1);
      until(rig, () -> handler.left.get() == 2 && rig.timers.armed() == 1);
      rig.advanceSeconds(2);
      until(rig, () -> rig.committed("a") == 1);

      assertThat(handler.entered).hasValue(3);
    }
  }

  @Test
  void aCheckpointOfAnotherChunksRecordIsRefused() {
    BlockingScript handler = new BlockingScript(EngineBlockingTest::waitAtGate);
    try (EngineRig rig = rig(handler)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1");
      until(rig, () -> handler.entered.get() == 1);
      BlockingChunkContext<String> first = handler.context;
      rig.deliver("b", "1");
      until(rig, () -> handler.entered.get() == 2);

      assertThatThrownBy(() -> first.checkpoint(handler.chunk.get(0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not of this chunk");

      handler.gate.release(2);
    }
  }
}
