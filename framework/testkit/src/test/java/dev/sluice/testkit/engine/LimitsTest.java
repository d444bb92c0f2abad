package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private static final Duration MOST = Worker.LIMITS.limit().orElseThrow();
  private static final Duration MOMENT = Duration.ofMillis(1);

  @Test
  void everyTryIsGivenItsWholeLimitWhateverBecomesOfThoseBeforeIt() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "ends");
      worker.harness.advance(Duration.ofSeconds(10));
      worker.harness.push("b", "first");
      worker.harness.advance(Duration.ofSeconds(5));
      worker.harness.push("c", "second");
      HeldCall<String> first = worker.with("first");
      HeldCall<String> second = worker.with("second");
      worker.done(worker.with("ends"));

      worker.harness.advance(MOST.minusSeconds(5).minus(MOMENT));
      assertThat(first.abandoned()).isFalse();
      worker.harness.advance(MOMENT);
      assertThat(first.abandoned()).isTrue();
      assertThat(second.abandoned()).isFalse();

      worker.harness.advance(Duration.ofSeconds(5).minus(MOMENT));
      assertThat(second.abandoned()).isFalse();
      worker.harness.advance(MOMENT);
      assertThat(second.abandoned()).isTrue();
    }
  }

  @Test
  void aTryThatStartsAfterAllOthersHaveEndedIsLimitedToo() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "1");
      worker.done();
      worker.harness.advance(MOST);
      worker.harness.push("a", "2");
      HeldCall<String> call = worker.with("2");

      worker.harness.advance(MOST.minus(MOMENT));
      assertThat(call.abandoned()).isFalse();
      worker.harness.advance(MOMENT);

      assertThat(call.abandoned()).isTrue();
    }
  }
}
