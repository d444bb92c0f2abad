package dev.sluice.kafka;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of records.
 *
 * @param records how many there were
 * @param lost how many no handler got
 * @param twice how many calls there were beyond one for each record
 */
record Tallied(int records, int lost, int twice) {

  static Tallied of(List<String> expected, List<String> handled) {
    Map<String, Integer> times = new HashMap<>();
    handled.forEach(value -> times.merge(value, 1, Integer::sum));
    Set<String> lost = new HashSet<>(expected);
    lost.removeAll(times.keySet());
    int twice = times.values().stream().mapToInt(calls -> calls - 1).sum();
    return new Tallied(expected.size(), lost.size(), twice);
  }
}
