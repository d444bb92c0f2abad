package dev.sluice.kafka;

import dev.sluice.command.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** What a replay has done so far. Belongs to one thread. */
final class ReplayTally {
  private static final int SHOWN = 20;

  private final Map<String, Long> replayed = new TreeMap<>();
  private final List<String> unreadable = new ArrayList<>();
  private final List<String> stopped = new ArrayList<>();
  private long unreadableCount;
  private long ofOthers;
  private long left;

  /** Confirmed in a topic, and the replay's position is behind it. */
  void replayed(String topic) {
    replayed.merge(topic, 1L, Long::sum);
  }

  /** Passed over for good: nobody could say where it belongs. */
  void unreadable(TopicPartition partition, long offset, String why) {
    unreadableCount++;
    if (unreadable.size() < SHOWN) {
      unreadable.add(partition + "@" + offset + " " + why);
    }
  }

  /** Passed over: another pipeline gave it up. */
  void ofAnother() {
    ofOthers++;
  }

  /** A partition is not read further; what is from there on waits for the next replay. */
  void stopped(TopicPartition partition, long offset, String why) {
    stopped.add(partition + "@" + offset + " " + why);
  }

  /** So many positions up to the end were not read, because enough letters were. */
  void left(long positions) {
    left = positions;
  }

  /** Whether everything that was read was replayed. */
  boolean clean() {
    return unreadableCount == 0 && stopped.isEmpty();
  }

  /** In words, each line with its end. */
  String report() {
    TextTable table = new TextTable("topic", "replayed");
    replayed.forEach(table::row);
    table.row("total", replayed.values().stream().mapToLong(Long::longValue).sum());
    StringBuilder report = new StringBuilder(table.render());
    line(report, ofOthers, "of other pipelines, passed over", List.of());
    line(report, left, "positions up to the end, left for the next replay", List.of());
    line(
        report,
        unreadableCount,
        "can't be read, passed over; they stay where they are",
        unreadable);
    line(report, stopped.size(), "stopped at, with all behind it; the next replay tries", stopped);
    return report.toString();
  }

  private static void line(StringBuilder report, long count, String what, List<String> which) {
    if (count > 0) {
      report.append(count).append(' ').append(what).append(System.lineSeparator());
      which.forEach(each -> report.append("  ").append(each).append(System.lineSeparator()));
      Optional.of(count - which.size())
          .filter(more -> more > 0 && !which.isEmpty())
          .ifPresent(
              more ->
                  report
                      .append("  and ")
                      .append(more)
                      .append(" more")
                      .append(System.lineSeparator()));
    }
  }
}
