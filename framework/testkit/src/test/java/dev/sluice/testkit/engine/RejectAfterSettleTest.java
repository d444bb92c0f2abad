package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.OnFailure;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import dev.sluice.testkit.InMemoryDeadLetters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A long try whose first records are settled and forgotten while it still runs. */
class RejectAfterSettleTest {
  private static final int SIZE = 300;
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();

  private HarnessOptions options(HarnessOptions base) {
    return base.deadLetters(letters)
        .figures(
            figures ->
                figures.retry(
                    5, Duration.ofMillis(1), Duration.ofMillis(1), OnFailure.DEAD_LETTER));
  }

  private void neitherComesBack(HarnessOptions base) {
    String[] values = IntStream.range(0, SIZE).mapToObj(i -> "v" + i).toArray(String[]::new);
    try (Worker worker = new Worker(options(base))) {
      worker.harness.push("a", values);
      HeldCall<String> call = worker.last();
      call.context().checkpoint(call.chunk().get(199));
      worker.harness.turn();
      assertThat(worker.harness.counts().settled()).isEqualTo(200);
      var late = call.context().reject(call.chunk().get(7), new Exception("settled already"));
      var unused = call.context().reject(call.chunk().get(250), new Exception("no"));
      worker.harness.turn();
      worker.fail(new IllegalStateException("later"));
      worker.harness.advance(Duration.ofSeconds(1));

      List<String> left = new ArrayList<>(List.of(values).subList(200, SIZE));
      left.remove("v250");
      assertThat(late.succeeded()).as("there is nothing to reject any more").isTrue();
      assertThat(letters.letters()).hasSize(1);
      assertThat(worker.running()).containsExactly(left);
      worker.done();
      assertThat(worker.harness.counts().settled()).isEqualTo(SIZE - 1);
      assertThat(worker.harness.counts().unaccounted()).isZero();
    }
  }

  @Test
  void settledRecordsOfALogAreNotTriedAgainWhenATryFailsThatHasRejectedOne() {
    neitherComesBack(HarnessOptions.log());
  }

  @Test
  void settledRecordsOfAQueueAreNotEither() {
    neitherComesBack(HarnessOptions.queue());
  }
}
