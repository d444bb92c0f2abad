package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.HarnessOptions;
import org.junit.jupiter.api.Test;

class AfterTheEndTest {

  @Test
  void whatASourceStillBringsAfterTheEngineIsClosedIsHandedBack() {
    try (Worker worker = new Worker(HarnessOptions.queue())) {
      worker.harness.push("a", "1");
      worker.harness.stop();
      worker.harness.turn();
      worker.done();
      assertThat(worker.harness.ended()).isTrue();

      worker.harness.push("b", "2", "3");
      worker.harness.source().deliver(2, "b");
      worker.harness.turn();

      assertThat(worker.harness.counts().held()).isZero();
      assertThat(worker.harness.counts().handedBack()).isEqualTo(2);
      assertThat(worker.harness.counts().unaccounted()).isZero();
      assertThat(worker.harness.source().breaches()).isEmpty();
    }
  }
}
