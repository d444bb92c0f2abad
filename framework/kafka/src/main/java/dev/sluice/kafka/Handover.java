package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Engine;
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
 * Hands polls over to the engine, polling ahead by a few: enough to keep its event loop busy, few
 * enough that a blocked loop holds a bounded number of records.
 */
final class Handover {
  private static final int AHEAD = 4;
  private static final long PATIENCE_MILLIS = 20;

  private final Engine engine;
  private final WaitingRoom delays;
  private final Semaphore places = new Semaphore(AHEAD);

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
   * Hands over what one poll brought, and what has become due.
   *
   * @param room whether there is room; without it nothing that waits is handed over
   */
  void give(ConsumerRecords<byte[], byte[]> records, Assignment assignment, boolean room) {
    Map<LaneRef, Batch> batches = new LinkedHashMap<>();
    Map<TopicPartition, OffsetAndMetadata> next = records.nextOffsets();
    for (TopicPartition partition : records.partitions()) {
      LaneRef lane = assignment.lane(partition);
      List<ConsumerRecord<byte[], byte[]>> list = records.records(partition);
      if (lane != null && !list.isEmpty()) {
        long after = nextOffset(next.get(partition), list);
        if (!delays.take(lane, partition, list, after)) {
          batches.put(lane, new RecordsBatch(list, after));
        }
      }
    }
    if (room) {
      batches.putAll(delays.due());
    }
    if (!batches.isEmpty()) {
      places.acquireUninterruptibly();
      engine.batches(batches).onComplete(taken -> places.release());
    }
  }

  private static long nextOffset(
      OffsetAndMetadata next, List<ConsumerRecord<byte[], byte[]>> records) {
    long afterLast = records.get(records.size() - 1).offset() + 1;
    return next == null ? afterLast : Math.max(next.offset(), afterLast);
  }
}
