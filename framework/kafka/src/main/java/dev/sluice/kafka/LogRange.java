package dev.sluice.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * What the log of a partition has.
 *
 * @param begin the position of its oldest record
 * @param end the position behind its newest
 */
record LogRange(long begin, long end) {

  /** Asks the cluster; blocks. */
  static Map<TopicPartition, LogRange> of(
      AdminQuestions questions, Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> begins =
        positions(questions, "where the logs begin", partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends =
        positions(questions, "where the logs end", partitions, OffsetSpec.latest());
    Map<TopicPartition, LogRange> ranges = new HashMap<>();
    begins.forEach(
        (partition, begin) -> ranges.put(partition, new LogRange(begin, ends.get(partition))));
    return ranges;
  }

  /** Asks for one position of each partition; blocks. Negative where there is none. */
  static Map<TopicPartition, Long> positions(
      AdminQuestions questions,
      String what,
      Collection<TopicPartition> partitions,
      OffsetSpec which) {
    Map<TopicPartition, Long> found = new HashMap<>();
    questions
        .ask(
            what,
            () ->
                questions
                    .admin()
                    .listOffsets(
                        partitions.stream()
                            .collect(Collectors.toMap(Function.identity(), each -> which)),
                        questions.bounded(new ListOffsetsOptions()))
                    .all())
        .forEach((partition, info) -> found.put(partition, info.offset()));
    return found;
  }

  /** Whether a position is in the log or at its end. */
  boolean has(long position) {
    return position >= begin && position <= end;
  }

  @Override
  public String toString() {
    return begin + ".." + end;
  }
}
