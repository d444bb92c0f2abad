package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Lanes that the engine knows of and that wait for it to say where they go on. They are paused and
 * may be revoked or lost like any other. Confined to the poll thread.
 */
final class Unplaced {
  private final Runnable answered;
  private final Map<TopicPartition, Asked> asked = new LinkedHashMap<>();

  private record Asked(LaneRef lane, Placement.Place place, Future<ResumePoint> answer) {}

  /**
   * Where the engine has a lane go on.
   *
   * @param place where the group had it
   * @param position where it is read from
   */
  record Placed(LaneRef lane, Placement.Place place, long position) {}

  /**
   * @param answered called from any thread when an answer is there
   */
  Unplaced(Runnable answered) {
    this.answered = answered;
  }

  boolean isEmpty() {
    return asked.isEmpty();
  }

  /** A lane waits for an answer. */
  void add(
      TopicPartition partition, LaneRef lane, Placement.Place place, Future<ResumePoint> answer) {
    asked.put(partition, new Asked(lane, place, answer));
    answer.onComplete(done -> answered.run());
  }

  /** Partitions are not this member's any more. */
  void forget(Collection<TopicPartition> partitions) {
    partitions.forEach(asked::remove);
  }

  /** The answers that have come since; a lane that the engine does not want stays paused. */
  Map<TopicPartition, Placed> placed() {
    if (asked.isEmpty()) {
      return Map.of();
    }
    Map<TopicPartition, Placed> placed = new HashMap<>();
    for (Iterator<Map.Entry<TopicPartition, Asked>> each = asked.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<TopicPartition, Asked> entry = each.next();
      Asked question = entry.getValue();
      if (question.answer.isComplete()) {
        each.remove();
        if (question.answer.succeeded()) {
          long position = question.answer.result().position();
          placed.put(entry.getKey(), new Placed(question.lane, question.place, position));
        }
      }
    }
    return placed;
  }
}
