package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Where positions are moved to. */
sealed interface SeekTarget {

  /**
   * The new position of each partition; may ask the cluster, so it blocks.
   *
   * @throws InvalidSetup when a partition has no such position
   */
  Map<TopicPartition, Long> positions(AdminQuestions questions, Map<TopicPartition, LogRange> logs);

  /** The oldest record. */
  record Earliest() implements SeekTarget {
    @Override
    public Map<TopicPartition, Long> positions(
        AdminQuestions questions, Map<TopicPartition, LogRange> logs) {
      Map<TopicPartition, Long> positions = new HashMap<>();
      logs.forEach((partition, log) -> positions.put(partition, log.begin()));
      return positions;
    }
  }

  /** Behind the newest record. */
  record Latest() implements SeekTarget {
    @Override
    public Map<TopicPartition, Long> positions(
        AdminQuestions questions, Map<TopicPartition, LogRange> logs) {
      Map<TopicPartition, Long> positions = new HashMap<>();
      logs.forEach((partition, log) -> positions.put(partition, log.end()));
      return positions;
    }
  }

  /**
   * The same position everywhere.
   *
   * @param offset which
   */
  record Offset(long offset) implements SeekTarget {
    @Override
    public Map<TopicPartition, Long> positions(
        AdminQuestions questions, Map<TopicPartition, LogRange> logs) {
      Map<TopicPartition, Long> positions = new HashMap<>();
      logs.forEach(
          (partition, log) -> {
            if (!log.has(offset)) {
              throw new InvalidSetup(
                  "--to-offset "
                      + offset
                      + " is not in the log of "
                      + partition
                      + ", which has "
                      + log
                      + "; nothing was moved\nFix: give an offset in this range, and name the"
                      + " partitions it is for with --partition");
            }
            positions.put(partition, offset);
          });
      return positions;
    }
  }

  /**
   * The first record that is not older; the end where all are.
   *
   * @param instant how old
   */
  record Time(Instant instant) implements SeekTarget {
    @Override
    public Map<TopicPartition, Long> positions(
        AdminQuestions questions, Map<TopicPartition, LogRange> logs) {
      Map<TopicPartition, Long> positions =
          LogRange.positions(
              questions,
              "which records are of " + instant + " or later",
              logs.keySet(),
              OffsetSpec.forTimestamp(millis()));
      positions.replaceAll(
          (partition, offset) -> offset < 0 ? (Long) logs.get(partition).end() : offset);
      return positions;
    }

    /** Rounded up: a record of the millisecond before is older. */
    private long millis() {
      long millis = instant.toEpochMilli();
      return Instant.ofEpochMilli(millis).isBefore(instant) ? millis + 1 : millis;
    }
  }
}
