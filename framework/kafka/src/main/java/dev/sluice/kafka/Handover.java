package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Engine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Hands polls over to the engine, some at once, because each time costs a change of threads, and
 * ahead of what it has taken by a few times: enough to keep its event loop busy, few enough that a
 * blocked loop holds a bounded number of records. Confined to the poll thread.
 */
final class Handover {
  private static final int AHEAD = 4;
  private static final int MOST_POLLS = 4;
  private static final int ENOUGH_RECORDS = 2000;
  private static final long ENOUGH_BYTES = 1L << 20;
  private static final long PATIENCE_MILLIS = 20;

  private final Engine engine;
  private final Semaphore places = new Semaphore(AHEAD);
  private Map<LaneRef, Gathered> gathered = new LinkedHashMap<>();
  private int polls;
  private int records;
  private long bytes;

  private record Gathered(List<ConsumerRecord<byte[], byte[]>> records, long next) {
    Gathered and(Gathered following) {
      List<ConsumerRecord<byte[], byte[]>> both =
          new ArrayList<>(records.size() + following.records.size());
      both.addAll(records);
      both.addAll(following.records);
      return new Gathered(both, following.next);
    }
  }

  private final WaitingRoom delays;

  /**
   * @param delays holds back what is not due
   */
  Handover(Engine engine, WaitingRoom delays) {
    this.engine = engine;
    this.delays = delays;
  }

  /** Waits shortly for room; false when the engine takes nothing, so that the loop polls paused. */
  boolean awaitRoom() {
    try {
      if (places.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        places.release();
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /**
   * Takes what one poll brought; only while there is room.
   *
   * @return whether there may be more of it: the next poll should not wait for any
   */
  boolean take(ConsumerRecords<byte[], byte[]> polled, Assignment assignment) {
    Map<TopicPartition, OffsetAndMetadata> next = polled.nextOffsets();
    for (TopicPartition partition : polled.partitions()) {
      LaneRef lane = assignment.lane(partition);
      List<ConsumerRecord<byte[], byte[]>> list = polled.records(partition);
      if (lane != null && !list.isEmpty()) {
        long after = nextOffset(next.get(partition), list);
        if (!delays.take(lane, partition, list, after)) {
          gathered.merge(lane, new Gathered(list, after), Gathered::and);
          records += list.size();
          bytes += bytes(list);
        }
      }
    }
    polls++;
    if (polls >= MOST_POLLS || records >= ENOUGH_RECORDS || bytes >= ENOUGH_BYTES) {
      give(false);
    }
    return !polled.isEmpty();
  }

  /**
   * Hands over what was gathered.
   *
   * @param due whether what waited and is due now goes with it; only while there is room
   */
  void give(boolean due) {
    Map<LaneRef, Batch> batches = new LinkedHashMap<>();
    gathered.forEach((lane, all) -> batches.put(lane, new RecordsBatch(all.records, all.next)));
    drop();
    if (due) {
      batches.putAll(delays.due());
    }
    if (!batches.isEmpty()) {
      places.acquireUninterruptibly();
      engine.batches(batches).onComplete(taken -> places.release());
    }
  }

  /** Forgets what was gathered: nobody wants it any more. */
  void drop() {
    gathered = new LinkedHashMap<>();
    polls = 0;
    records = 0;
    bytes = 0;
  }

  private static long bytes(List<ConsumerRecord<byte[], byte[]>> records) {
    long sum = 0;
    for (ConsumerRecord<byte[], byte[]> each : records) {
      sum += RecordsBatch.bytes(each);
    }
    return sum;
  }

  private static long nextOffset(
      OffsetAndMetadata next, List<ConsumerRecord<byte[], byte[]>> records) {
    long afterLast = records.get(records.size() - 1).offset() + 1;
    return next == null ? afterLast : Math.max(next.offset(), afterLast);
  }
}
