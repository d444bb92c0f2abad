package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.TaskLimits;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CheckpointPromiseTest {
  private static final TaskLimits PROMISING =
      TaskLimits.limit(Duration.ofSeconds(60)).checkpointEvery(Duration.ofSeconds(10));

  @Test
  void aPromiseThatIsKeptIsNotRemarked() {
    try (Worker worker = new Worker(PROMISING, HarnessOptions.log())) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      for (int i = 0; i < 3; i++) {
        worker.harness.advance(Duration.ofSeconds(9));
        call.context().checkpoint(call.chunk().get(i));
      }
      worker.done();
      worker.harness.advance(Duration.ofSeconds(60));

      assertThat(worker.harness.counts().lateCheckpoints()).isZero();
    }
  }

  @Test
  void everyPromisedCheckpointThatDoesNotComeIsCounted() {
    try (Worker worker = new Worker(PROMISING, HarnessOptions.log())) {
      worker.harness.push("a", "1", "2", "3");
      worker.harness.advance(Duration.ofSeconds(25));

      assertThat(worker.harness.counts().lateCheckpoints()).isEqualTo(2);

      HeldCall<String> call = worker.last();
      call.context().checkpoint(call.chunk().get(0));
      worker.harness.advance(Duration.ofSeconds(9));

      assertThat(worker.harness.counts().lateCheckpoints()).isEqualTo(2);
    }
  }
}
