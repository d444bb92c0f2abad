package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Batch;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Holds back what was polled of retry topics until its time has come. A partition with something
 * that waits is paused, so it holds what one poll brought of it and no more; the poll goes on. What
 * waits is not received yet: a stop, a revoke or a loss just drops it, and it is read again from
 * the settled position. Confined to the poll thread.
 */
final class WaitingRoom {
  private final RetryTopics topics;
  private final Consumer<byte[], byte[]> consumer;
  private final Assignment assignment;
  private final Clock clock;
  private final Map<TopicPartition, Waiting> waiting = new HashMap<>();

  WaitingRoom(
      RetryTopics topics, Consumer<byte[], byte[]> consumer, Assignment assignment, Clock clock) {
    this.topics = topics;
    this.consumer = consumer;
    this.assignment = assignment;
    this.clock = clock;
  }

  /**
   * Takes in what a poll brought, if it is of a retry topic.
   *
   * @param next the offset to read next
   * @return false when it is not
   */
  boolean take(
      LaneRef lane,
      TopicPartition partition,
      List<ConsumerRecord<byte[], byte[]>> records,
      long next) {
    Optional<RetryTopics.Stage> stage = topics.stage(partition.topic());
    if (stage.isEmpty()) {
      return false;
    }
    Waiting here = waiting.get(partition);
    if (here == null || !here.lane().equals(lane)) {
      here = new Waiting(lane, stage.get().delay());
      waiting.put(partition, here);
    }
    here.add(records, next, clock);
    assignment.waits(partition, true);
    consumer.pause(List.of(partition));
    return true;
  }

  /** What is due now, of lanes that the engine wants to read. Partitions that are empty go on. */
  Map<LaneRef, Batch> due() {
    if (waiting.isEmpty()) {
      return Map.of();
    }
    waiting.values().removeIf(here -> assignment.partition(here.lane()) == null);
    Map<LaneRef, Batch> due = new LinkedHashMap<>();
    long now = clock.nanos();
    waiting.forEach(
        (partition, here) -> {
          if (!assignment.isPausedByEngine(partition)) {
            here.due(now).ifPresent(batch -> due.put(here.lane(), batch));
          }
        });
    waiting.entrySet().removeIf(entry -> goesOn(entry.getKey(), entry.getValue()));
    return due;
  }

  private boolean goesOn(TopicPartition partition, Waiting here) {
    if (!here.isEmpty()) {
      return false;
    }
    assignment.waits(partition, false);
    if (!assignment.isPausedByEngine(partition)) {
      consumer.resume(List.of(partition));
    }
    return true;
  }

  /** How long nothing becomes due, at most so long. */
  Duration quietFor(Duration atMost) {
    long now = clock.nanos();
    Duration least = atMost;
    for (Map.Entry<TopicPartition, Waiting> entry : waiting.entrySet()) {
      if (!assignment.isPausedByEngine(entry.getKey())) {
        Duration left = entry.getValue().left(now);
        least = left.compareTo(least) < 0 ? left : least;
      }
    }
    return least;
  }

  /** The first offset of a partition that waits, empty when nothing does. */
  OptionalLong position(TopicPartition partition) {
    Waiting here = waiting.get(partition);
    return here == null || assignment.partition(here.lane()) == null
        ? OptionalLong.empty()
        : OptionalLong.of(here.position());
  }

  /** Nothing is delivered any more. */
  void clear() {
    waiting.clear();
  }
}
