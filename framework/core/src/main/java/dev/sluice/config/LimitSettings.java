package dev.sluice.config;

import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * One entry of {@code pipeline.limits}. A figure that is absent is the code's.
 *
 * @param limit the ceiling for one try of one chunk, above zero
 * @param checkpointEvery the longest time between two checkpoints, above zero
 * @param override allows a figure below the code's
 */
public record LimitSettings(
    @Setting(doc = "The ceiling for one try of one chunk.") Optional<Duration> limit,
    @Setting(doc = "The longest time between two checkpoints.") Optional<Duration> checkpointEvery,
    @Setting(doc = "Allows figures below those the code declares.", value = "false")
        boolean override) {

  /** Refuses figures that are zero and a checkpoint beyond the limit. */
  public LimitSettings {
    limit.ifPresent(figure -> refuseZero("limit", figure));
    checkpointEvery.ifPresent(figure -> refuseZero("checkpointEvery", figure));
    if (limit.isPresent()
        && checkpointEvery.isPresent()
        && checkpointEvery.get().compareTo(limit.get()) > 0) {
      throw new InvalidSetting(
          "checkpointEvery",
          "'"
              + Durations.print(checkpointEvery.get())
              + "' is above the limit ("
              + Durations.print(limit.get())
              + "): a try ends at its limit, so a later checkpoint is never reached");
    }
  }

  private static void refuseZero(String key, Duration figure) {
    if (figure.isZero()) {
      throw new InvalidSetting(key, "must be above zero, as in 90s or 2m");
    }
  }
}
