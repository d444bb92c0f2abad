package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Notices that a topic was deleted and made anew while its lanes are read. The consumer itself goes
 * on at the old position when the new topic has one, and would skip what stands before it. Asks
 * from time to time, waits for nothing. Confined to the poll thread.
 */
final class TopicWatch {
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final Admin admin;
  private final List<String> topics;
  private final Commands commands;
  private final Assignment assignment;
  private final Clock clock;
  private final Recreated recreated;
  private Map<LaneRef, Uuid> openedWith = new HashMap<>();
  private boolean asking;
  private long notBeforeNanos;

  /** What is done about it. */
  @FunctionalInterface
  interface Recreated {
    /** A partition's log is another one than its lane was opened with; on the poll thread. */
    void found(TopicPartition partition);
  }

  TopicWatch(
      Admin admin,
      List<String> topics,
      Commands commands,
      Assignment assignment,
      Clock clock,
      Recreated recreated) {
    this.admin = admin;
    this.topics = topics;
    this.commands = commands;
    this.assignment = assignment;
    this.clock = clock;
    this.recreated = recreated;
    this.notBeforeNanos = clock.nanos();
  }

  /** Asks, if it is time. */
  void turn() {
    if (asking || assignment.isEmpty() || clock.nanos() - notBeforeNanos < 0) {
      return;
    }
    asking = true;
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin
            .describeTopics(
                topics, new DescribeTopicsOptions().timeoutMs(Math.toIntExact(EVERY.toMillis())))
            .topicNameValues();
    // A failure stands in the answers themselves.
    KafkaFuture<Void> unused =
        KafkaFuture.allOf(answers.values().toArray(KafkaFuture[]::new))
            .whenComplete((all, failure) -> commands.submit(() -> answered(answers)));
  }

  private void answered(Map<String, KafkaFuture<TopicDescription>> answers) {
    asking = false;
    notBeforeNanos = clock.nanos() + EVERY.toNanos();
    Map<LaneRef, Uuid> now = new HashMap<>();
    for (TopicPartition partition : List.copyOf(assignment.partitions())) {
      KafkaFuture<TopicDescription> answer = answers.get(partition.topic());
      LaneRef lane = assignment.lane(partition);
      Uuid before = openedWith.get(lane);
      Uuid is = id(answer, before);
      if (before != null && !before.equals(is)) {
        recreated.found(partition);
      } else if (is != null) {
        now.put(lane, is);
      }
    }
    openedWith = now;
  }

  /** A topic that can't be described now, or is deleted, is still the one it was. */
  private static Uuid id(KafkaFuture<TopicDescription> answer, Uuid before) {
    if (answer == null || answer.isCompletedExceptionally()) {
      return before;
    }
    try {
      TopicDescription topic = answer.getNow(null);
      return topic == null ? before : topic.topicId();
    } catch (ExecutionException e) {
      return before;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return before;
    }
  }
}
