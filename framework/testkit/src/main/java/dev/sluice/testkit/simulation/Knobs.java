package dev.sluice.testkit.simulation;

import dev.sluice.config.OnFailure;
import dev.sluice.runtime.EngineFigures;
import java.time.Duration;

/** The settings of one schedule's pipeline. */
final class Knobs {
  private static final int[] LINGER_MILLIS = {0, 0, 50, 400};

  private static final OnFailure[] OUTCOMES = OnFailure.values();

  final int lanes;
  final int chunkRecords;
  final int maxChunks;
  final int attempts;
  final OnFailure then;
  final OnFailure malformed;
  final long limitNanos;
  final long needNanos;
  final long commitNanos;
  final long windowNanos;
  final EngineFigures figures;

  Knobs(Dice dice, Profile profile) {
    lanes = dice.between(1, 3);
    chunkRecords = dice.between(1, 5);
    maxChunks = dice.between(1, 3);
    attempts = dice.between(1, 3);
    then = OUTCOMES[dice.below(OUTCOMES.length)];
    malformed = OUTCOMES[dice.below(OUTCOMES.length)];
    Duration limit = Duration.ofSeconds(dice.between(20, 60));
    Duration need = dice.chance(50) ? limit : Duration.ofSeconds(dice.between(5, 20));
    Duration commit = Duration.ofSeconds(dice.between(2, 10));
    Duration close = Duration.ofSeconds(10);
    limitNanos = limit.toNanos();
    needNanos = need.toNanos();
    commitNanos = commit.toNanos();
    windowNanos = need.plus(commit).plus(close).toNanos();
    figures =
        new EngineFigures()
            .named("simulated", "model")
            .chunk(
                chunkRecords,
                dice.chance(80) ? 1_000_000 : dice.between(3, 12),
                Duration.ofMillis(LINGER_MILLIS[dice.below(LINGER_MILLIS.length)]))
            .concurrency(maxChunks, dice.between(chunkRecords, 30), 1_000_000)
            .limit(limit, need)
            .shutdown(commit, close)
            .retry(
                attempts,
                Duration.ofMillis(dice.between(1, 1000)),
                Duration.ofSeconds(dice.between(1, 20)),
                then)
            .malformed(malformed)
            .ordering(profile.ordering());
  }
}
