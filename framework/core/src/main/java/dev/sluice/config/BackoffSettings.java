package dev.sluice.config;

import dev.sluice.chain.Durations;
import java.time.Duration;

/**
 * The {@code pipeline.retry.backoff} section: pauses double from {@code initial} up to {@code max}.
 *
 * @param initial the first pause
 * @param max the longest pause
 */
public record BackoffSettings(
    @Setting(doc = "The first pause.", value = "200ms", min = "1ms") Duration initial,
    @Setting(doc = "The longest pause.", value = "30s", min = "1ms") Duration max) {

  /** Refuses a ceiling below the start. */
  public BackoffSettings {
    if (max.compareTo(initial) < 0) {
      throw new InvalidSetting(
          "max",
          "'"
              + Durations.print(max)
              + "' is below initial ("
              + Durations.print(initial)
              + "); raise it or lower initial");
    }
  }
}
