package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.Chunk;
import dev.sluice.api.Decoder;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.BlockingHandler;
import dev.sluice.testkit.FakeRevoke;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import dev.sluice.testkit.WorkerHarness;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoppedTest {

  @Test
  void stoppedDuringADrainBurnsNoAttemptAndHandsTheRestBack() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      worker.harness.stop();
      call.context().checkpoint(call.chunk().get(0));
      call.stopped();
      worker.harness.turn();

      assertThat(worker.harness.report().outcome()).isEqualTo("clean");
      assertThat(worker.harness.report().checkpointed()).isEqualTo(1);
      assertThat(worker.harness.report().handedBack()).isEqualTo(2);
      assertThat(worker.harness.settled("a")).containsExactly("1");

      try (Worker next = worker.successor()) {
        next.harness.assign("a");
        assertThat(next.running()).containsExactly(List.of("2", "3"));
        assertThat(next.last().chunk().attempt()).isZero();
      }
    }
  }

  @Test
  void stoppedDuringARevokeSettlesTheCheckpointWithIt() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      LaneRef lane = worker.harness.assign("a");
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      FakeRevoke revoke = worker.harness.revoke(Duration.ofSeconds(30), lane);
      assertThat(call.context().draining()).isTrue();
      call.context().checkpoint(call.chunk().get(1));
      call.stopped();
      worker.harness.turn();

      assertThat(revoke.answered()).isTrue();
      revoke.release();
      worker.harness.turn();
      assertThat(worker.harness.settled("a")).containsExactly("1", "2");
      assertThat(worker.harness.counts().unaccounted()).isZero();
    }
  }

  @Test
  void stoppedWhileNothingStopsIsAFailure() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "1");
      worker.last().stopped();
      worker.harness.turn();
      worker.harness.advance(Duration.ofSeconds(1));

      assertThat(worker.last().chunk().attempt()).isEqualTo(1);
    }
  }

  @Test
  void aBlockingHandlerIsInterruptedWhenItsTryIsCutAndItsCheckpointCounts() throws Exception {
    BlockingHandler<String> handler =
        new BlockingHandler<>(
            new BlockingChunkHandler<>() {
              @Override
              public TaskLimits limits() {
                return Worker.LIMITS;
              }

              @Override
              public Outcome handle(Chunk<String> chunk, BlockingChunkContext<String> context) {
                return Outcome.DONE;
              }
            });
    try (WorkerHarness<String> worker =
        WorkerHarness.of(handler, Decoder.string(), HarnessOptions.log())) {
      worker.push("a", "1", "2");
      handler.awaitEntered();
      worker.stop();
      worker.advance(Duration.ofSeconds(60));
      worker.until(() -> handler.interrupted() == 1);

      assertThat(worker.report().outcome()).isEqualTo("cut");
      assertThat(worker.report().handedBack()).isEqualTo(2);
    }
  }

  @Test
  void aBlockingHandlerThatIsReleasedFinishesDuringADrain() throws Exception {
    BlockingHandler<String> handler = BlockingHandler.idle(Worker.LIMITS);
    try (WorkerHarness<String> worker =
        WorkerHarness.of(handler, Decoder.string(), HarnessOptions.log())) {
      worker.push("a", "1", "2");
      handler.awaitEntered();
      worker.stop();
      handler.release();
      worker.until(worker::ended);

      assertThat(worker.report().outcome()).isEqualTo("clean");
      assertThat(worker.settled("a")).containsExactly("1", "2");
    }
  }
}
