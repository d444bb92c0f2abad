package dev.sluice.testkit.engine;

import dev.sluice.config.OnFailure;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.InMemoryDeadLetters;
import java.time.Duration;

/** A pipeline that writes dead letters to memory. */
final class Graveyard {

  private Graveyard() {}

  static HarnessOptions options(InMemoryDeadLetters letters, int attempts) {
    return HarnessOptions.log()
        .deadLetters(letters)
        .figures(
            f ->
                f.retry(
                        attempts,
                        Duration.ofMillis(200),
                        Duration.ofSeconds(30),
                        OnFailure.DEAD_LETTER)
                    .malformed(OnFailure.DEAD_LETTER));
  }

  static String[] values(int count) {
    String[] values = new String[count];
    for (int i = 0; i < count; i++) {
      values[i] = "v" + i;
    }
    return values;
  }
}
