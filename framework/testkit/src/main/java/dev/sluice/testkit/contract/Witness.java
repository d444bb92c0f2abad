package dev.sluice.testkit.contract;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What handlers of all workers have done to each record. Safe from any thread. */
final class Witness {
  private final Map<String, Integer> calls = new HashMap<>();
  private final Set<String> completed = new HashSet<>();
  private long givenUp;

  /** A handler was called with these. */
  synchronized void called(Collection<String> values) {
    values.forEach(value -> calls.merge(value, 1, Integer::sum));
  }

  /** A handler has processed these. */
  synchronized void completed(Collection<String> values) {
    completed.addAll(values);
  }

  /** A try ended with so many records that are to be tried again. */
  synchronized void givenUp(long records) {
    givenUp += records;
  }

  /** How many records a handler was called with at least once. */
  synchronized long touched() {
    return calls.size();
  }

  /** How many records were processed. */
  synchronized long completed() {
    return completed.size();
  }

  /** How many records tries ended with that are to be tried again. */
  synchronized long givenUp() {
    return givenUp;
  }

  /** How many of these were never processed. */
  synchronized long lost(Collection<String> values) {
    return values.stream().filter(value -> !completed.contains(value)).count();
  }

  /** Calls beyond the first of each record. */
  synchronized long twice() {
    return calls.values().stream().mapToLong(times -> times - 1L).sum();
  }

  /** How often a handler was called with a record. */
  synchronized int calls(String value) {
    return calls.getOrDefault(value, 0);
  }

  /** The most calls with one record, that one not counted. */
  synchronized int mostCallsBut(String except) {
    return calls.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(except))
        .mapToInt(Map.Entry::getValue)
        .max()
        .orElse(0);
  }
}
