package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.OnFailure;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.InMemoryDeadLetters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LetterOfALostLaneTest {
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();

  @Test
  void noLetterIsWrittenOfARecordThatWasHandedBackWhileItsLetterWaited() {
    letters.hold();
    HarnessOptions options =
        HarnessOptions.log()
            .deadLetters(letters)
            .figures(
                f ->
                    f.chunk(1, 1L << 20, Duration.ZERO)
                        .concurrency(1, 100, 1L << 20)
                        .malformed(OnFailure.DEAD_LETTER));
    try (Worker worker = new Worker(options)) {
      LaneRef a = worker.harness.assign("a");
      worker.harness.push("a", "!a");
      worker.harness.lose(a);
      LaneRef b = worker.harness.assign("b");
      worker.harness.push("b", "!b");
      worker.harness.lose(b);

      letters.held().forEach(InMemoryDeadLetters.Held::confirm);
      worker.harness.turn();
      letters.held().forEach(InMemoryDeadLetters.Held::confirm);
      worker.harness.turn();

      assertThat(letters.letters())
          .extracting(DeadLetter::value)
          .extracting(value -> new String(value, StandardCharsets.UTF_8))
          .containsExactly("!a");
    }
  }
}
