package dev.sluice.runtime;

import dev.sluice.config.OnFailure;
import dev.sluice.config.RetryRule;
import java.time.Duration;
import java.util.List;

/**
 * What the engine needs to know of failures.
 *
 * @param attempts tries of a record before it is given up
 * @param backoffInitial the pause before the second try
 * @param backoffMax the longest pause between two tries
 * @param then what becomes of a record that failed too often
 * @param malformed what becomes of a record that does not decode
 * @param missingId what becomes of a record that has no id and is to be worked on in transactions,
 *     which know records by it
 * @param rules what kinds of failure mean, the first match counts
 * @param ceiling how many dead letters a lane may write in {@code ceilingPer} before it stops
 * @param ceilingPer the time the ceiling counts over
 */
record FailureSettings(
    int attempts,
    Duration backoffInitial,
    Duration backoffMax,
    OnFailure then,
    OnFailure malformed,
    OnFailure missingId,
    List<RetryRule> rules,
    int ceiling,
    Duration ceilingPer) {

  FailureSettings {
    rules = List.copyOf(rules);
  }
}
