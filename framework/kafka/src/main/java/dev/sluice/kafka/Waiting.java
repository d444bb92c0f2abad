package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What was polled of one partition of a retry topic and is not delivered yet, in its order. A
 * record is due when its time has come by this machine's clock, and at the latest one delay after
 * it was polled, however wrong the writer's clock was. Confined to the poll thread.
 */
final class Waiting {
  private final LaneRef lane;
  private final Duration delay;
  private final List<Entry> entries = new ArrayList<>();
  private int head;
  private long next;

  private record Entry(
      ConsumerRecord<byte[], byte[]> record, Optional<RetryRecord> about, long dueNanos) {}

  /**
   * @param delay of the topic
   */
  Waiting(LaneRef lane, Duration delay) {
    this.lane = lane;
    this.delay = delay;
  }

  LaneRef lane() {
    return lane;
  }

  /**
   * Takes in what a poll brought.
   *
   * @param nextPosition the offset to read next
   */
  void add(List<ConsumerRecord<byte[], byte[]>> records, long nextPosition, Clock clock) {
    long nanos = clock.nanos();
    long now = clock.epochMillis();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      Optional<RetryRecord> about = RetryRecord.read(record);
      long left = about.map(known -> known.notBefore() - now).orElse(0L);
      long bounded = Math.max(0, Math.min(left, delay.toMillis()));
      entries.add(new Entry(record, about, nanos + Duration.ofMillis(bounded).toNanos()));
    }
    next = nextPosition;
  }

  boolean isEmpty() {
    return head == entries.size();
  }

  /** The offset of the first record that waits; only when one does. */
  long position() {
    return entries.get(head).record().offset();
  }

  /** How long the first record has to wait, zero when it is due; only when one waits. */
  Duration left(long nowNanos) {
    return Duration.ofNanos(Math.max(0, entries.get(head).dueNanos() - nowNanos));
  }

  /** Takes out what is due from the first record on; empty when that is not. */
  Optional<RetryBatch> due(long nowNanos) {
    int end = head;
    while (end < entries.size() && entries.get(end).dueNanos() - nowNanos <= 0) {
      end++;
    }
    if (end == head) {
      return Optional.empty();
    }
    List<Entry> due = entries.subList(head, end);
    long after = end == entries.size() ? next : entries.get(end).record().offset();
    RetryBatch batch =
        new RetryBatch(
            new RecordsBatch(due.stream().map(Entry::record).toList(), after),
            due.stream().map(Entry::about).toList());
    head = end;
    return Optional.of(batch);
  }
}
