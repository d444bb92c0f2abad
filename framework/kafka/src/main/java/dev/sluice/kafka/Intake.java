package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Which partitions are read: what the engine has paused, and whether anything is read at all.
 * Whatever is not read is polled all the same. Confined to the poll thread.
 */
final class Intake {
  private final Consumer<byte[], byte[]> consumer;
  private final Assignment assignment;
  private boolean stopped;
  private boolean heldBack;

  Intake(Consumer<byte[], byte[]> consumer, Assignment assignment) {
    this.consumer = consumer;
    this.assignment = assignment;
  }

  /** For good: the worker stops. */
  boolean stopped() {
    return stopped;
  }

  /** For now: the engine takes nothing. */
  boolean heldBack() {
    return heldBack;
  }

  /** Whether partitions that are new stay paused. */
  boolean none() {
    return stopped || heldBack;
  }

  /** Nothing is read any more. */
  void stop() {
    stopped = true;
    consumer.pause(assignment.partitions());
  }

  /** Polls paused while the engine takes nothing: membership is kept, memory is bounded. */
  void holdBack(boolean now) {
    if (now == heldBack) {
      return;
    }
    heldBack = now;
    if (now) {
      consumer.pause(assignment.partitions());
    } else if (!stopped) {
      consumer.resume(assignment.wanted());
    }
  }

  /** The engine holds enough of a lane. */
  void pause(LaneRef lane) {
    TopicPartition partition = assignment.partition(lane);
    if (partition != null) {
      assignment.pausedByEngine(partition, true);
      consumer.pause(List.of(partition));
    }
  }

  /** The engine takes a lane up again. */
  void resume(LaneRef lane) {
    TopicPartition partition = assignment.partition(lane);
    if (partition != null) {
      assignment.pausedByEngine(partition, false);
      if (!none() && assignment.wanted().contains(partition)) {
        consumer.resume(List.of(partition));
      }
    }
  }
}
