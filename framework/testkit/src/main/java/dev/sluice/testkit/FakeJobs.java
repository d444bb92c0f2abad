package dev.sluice.testkit;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.Attempt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a table of jobs keeps of the records of one lane beside them: attempts, errors, which are
 * dead, which are cancelled. Records are named by their index in the lane. A record that is to come
 * again later comes with the next delivery: a fake has no clock. Used by the thread that turns the
 * loop.
 */
public final class FakeJobs {
  private final Map<Integer, Integer> attempts = new HashMap<>();
  private final Map<Integer, String> errors = new HashMap<>();
  private final Set<Integer> cancelling = new HashSet<>();
  private final Set<Integer> cancelled = new HashSet<>();
  private final List<Integer> dead = new ArrayList<>();
  private final List<Settlement.RetryLater> retries = new ArrayList<>();

  FakeJobs() {}

  /** How many deliveries of a record were not handed back. */
  public int attempts(int index) {
    return attempts.getOrDefault(index, 0);
  }

  /** What went wrong in the last failed try of a record. */
  public Optional<String> lastError(int index) {
    return Optional.ofNullable(errors.get(index));
  }

  /** The records that are dead, in the order in which they died. */
  public List<Integer> dead() {
    return List.copyOf(dead);
  }

  /** Whether a record ended because somebody cancelled it. */
  public boolean cancelled(int index) {
    return cancelled.contains(index);
  }

  /** What was asked to come again later, in that order. */
  public List<Settlement.RetryLater> retries() {
    return List.copyOf(retries);
  }

  void delivered(int index) {
    attempts.merge(index, 1, Integer::sum);
  }

  Attempt attempt(int index) {
    return new Attempt(attempts(index), OptionalInt.empty());
  }

  /** A record that has failed before, or was lost often, is tried by itself. */
  boolean alone(int index) {
    return errors.containsKey(index) || attempts(index) > 2;
  }

  void cancel(int index) {
    cancelling.add(index);
  }

  /** Nobody has the record any more; answers whether it ends by that. */
  boolean returned(int index) {
    if (cancelling.contains(index)) {
      cancelled.add(index);
    }
    return cancelled.contains(index);
  }

  /** What becomes of a record that is not done; answers whether it ends. */
  boolean settle(int index, Settlement settlement) {
    if (settlement instanceof Settlement.Dead given) {
      errors.put(index, given.error());
      dead.add(index);
      return true;
    }
    if (settlement instanceof Settlement.RetryLater later) {
      errors.put(index, later.error());
      retries.add(later);
    } else {
      attempts.merge(index, -1, Integer::sum);
    }
    return returned(index);
  }
}
