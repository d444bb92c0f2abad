package dev.sluice.rabbitmq;

import dev.sluice.command.TextTable;
import java.util.Map;
import java.util.TreeMap;

/** What a replay has done so far. Belongs to one thread. */
final class ReplayTally {
  private final Map<String, Long> replayed = new TreeMap<>();
  private final Map<String, Long> left = new TreeMap<>();
  private boolean trouble;

  /** Confirmed in a queue. */
  void replayed(String queue) {
    replayed.merge(queue, 1L, Long::sum);
  }

  /** Another pipeline gave it up. */
  void ofAnother() {
    left.merge("of other pipelines, left where they are", 1L, Long::sum);
  }

  /** Nobody could say where it belongs. */
  void unreadable() {
    trouble = true;
    left.merge("not written by a worker, left where they are", 1L, Long::sum);
  }

  /** Its queue did not take it. */
  void refused(String queue, String why) {
    trouble = true;
    left.merge("for the queue '" + queue + "', left where they are: " + why, 1L, Long::sum);
  }

  /** So many were there and not looked at, because enough were replayed. */
  void notLookedAt(long count) {
    if (count > 0) {
      left.put("more, left for the next replay", count);
    }
  }

  /** Whether everything of this pipeline that was looked at was replayed. */
  boolean clean() {
    return !trouble;
  }

  /** In words, each line with its end. */
  String report() {
    TextTable table = new TextTable("queue", "replayed");
    replayed.forEach(table::row);
    table.row("total", replayed.values().stream().mapToLong(Long::longValue).sum());
    StringBuilder report = new StringBuilder(table.render());
    left.forEach(
        (what, count) ->
            report.append(count).append(' ').append(what).append(System.lineSeparator()));
    return report.toString();
  }
}
