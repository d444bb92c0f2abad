package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.OnFailure;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RejectedInADrainTest {

  @Test
  void aRejectedRecordThatStaysBehindACheckpointOfTheDrainIsReportedAsCut() {
    HarnessOptions options =
        HarnessOptions.log()
            .figures(f -> f.retry(1, Duration.ofMillis(1), Duration.ofSeconds(1), OnFailure.STOP));
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      worker.harness.stop();
      var rejected = call.context().reject(call.chunk().get(0), new IllegalStateException("no"));
      call.context().checkpoint(call.chunk().get(1));
      call.stopped();
      worker.harness.turn();

      assertThat(rejected.failed()).isTrue();
      assertThat(worker.harness.settled("a")).isEmpty();
      assertThat(worker.harness.report().outcome()).isEqualTo("cut");
      assertThat(worker.harness.report().exitCode()).isEqualTo(3);
    }
  }
}
