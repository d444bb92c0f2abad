package dev.sluice.testkit.simulation;

import dev.sluice.config.OnFailure;
import dev.sluice.config.RetryRule;
import dev.sluice.config.TroubleKind;
import dev.sluice.runtime.EngineFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /** What a rule says of failures that show the record to be at fault; null when none does. */
  final OnFailure thenPoison;

  /** How often a rule lets try what fails with trouble; 0 when none does. */
  final int troubleAttempts;

  final long limitNanos;
  final long needNanos;
  final long commitNanos;
  final long windowNanos;
  final EngineFigures figures;

  /** How many settles of a queue may be outstanding. */
  final int settlesAtOnce;

  Knobs(Dice dice, Profile profile) {
    lanes = dice.between(1, 3);
    chunkRecords = dice.between(1, 5);
    maxChunks = dice.between(1, 3);
    attempts = dice.between(1, 3);
    then = OUTCOMES[dice.below(OUTCOMES.length)];
    malformed = OUTCOMES[dice.below(OUTCOMES.length)];
    thenPoison = dice.chance(30) ? OUTCOMES[dice.below(OUTCOMES.length)] : null;
    troubleAttempts = dice.chance(30) ? dice.between(1, 4) : 0;
    Duration limit = Duration.ofSeconds(dice.between(20, 60));
    Duration need = dice.chance(50) ? limit : Duration.ofSeconds(dice.between(5, 20));
    Duration commit = Duration.ofSeconds(dice.between(2, 10));
    Duration close = Duration.ofSeconds(10);
    limitNanos = limit.toNanos();
    needNanos = need.toNanos();
    commitNanos = commit.toNanos();
    settlesAtOnce = dice.between(1, 5);
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
            .rules(rules())
            .ceiling(dice.chance(80) ? 100 : dice.between(1, 3), Duration.ofSeconds(20))
            .ordering(profile.ordering());
  }

  private List<RetryRule> rules() {
    List<RetryRule> rules = new ArrayList<>(2);
    if (thenPoison != null) {
      rules.add(
          new RetryRule("Poison", TroubleKind.POISON, Optional.of(thenPoison), Optional.empty()));
    }
    if (troubleAttempts > 0) {
      rules.add(
          new RetryRule(
              "Trouble", TroubleKind.TROUBLE, Optional.empty(), Optional.of(troubleAttempts)));
    }
    return rules;
  }

  /** Whether work that stands alone is given up in this way after so many failures. */
  boolean givenUp(Failure last, int failures, OnFailure how) {
    if (last == Failure.POISON && thenPoison != null) {
      return thenPoison == how;
    }
    int most = last == Failure.TROUBLE && troubleAttempts > 0 ? troubleAttempts : attempts;
    return then == how && failures >= most;
  }
}
