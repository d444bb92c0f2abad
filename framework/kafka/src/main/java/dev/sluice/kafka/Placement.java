package dev.sluice.kafka;

import dev.sluice.progress.Carried;
import dev.sluice.progress.ResumePoint;
import dev.sluice.spi.Engine;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where new partitions begin, places the consumer there and opens them as lanes. When the
 * brokers don't tell in time the partitions are parked, paused and unknown to the engine, and asked
 * for again: a partition that is read without a lane would lose its records silently. Confined to
 * the poll thread.
 */
final class Placement {
  private static final Logger LOGGER = LoggerFactory.getLogger(Placement.class);
  private static final Duration WITHIN = Duration.ofSeconds(2);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Assignment assignment;
  private final Kept kept;
  private final Recall recall;
  private final Questions questions;
  private final Engine engine;
  private final Clock clock;
  private final BooleanSupplier readingNothing;
  private final Set<TopicPartition> waiting = new LinkedHashSet<>();
  private long notBeforeNanos;

  /**
   * @param readingNothing whether new partitions stay paused
   */
  Placement(
      Consumer<byte[], byte[]> consumer,
      Assignment assignment,
      Kept kept,
      Recall recall,
      Questions questions,
      Engine engine,
      Clock clock,
      BooleanSupplier readingNothing) {
    this.consumer = consumer;
    this.assignment = assignment;
    this.kept = kept;
    this.recall = recall;
    this.questions = questions;
    this.engine = engine;
    this.clock = clock;
    this.readingNothing = readingNothing;
  }

  /** Partitions are this member's from now on. */
  void add(Collection<TopicPartition> partitions) {
    waiting.addAll(partitions);
    notBeforeNanos = clock.nanos();
    turn();
  }

  /** Partitions are not this member's any more. */
  void forget(Collection<TopicPartition> partitions) {
    waiting.removeAll(partitions);
    recall.forget(partitions);
  }

  /** True while there are partitions without a lane. */
  boolean pending() {
    return !waiting.isEmpty() || !recall.waiting().isEmpty();
  }

  /** Opens what waits, if its time has come. Blocks for some seconds at most. */
  void turn() {
    open(recall.ready());
    if (waiting.isEmpty() || clock.nanos() - notBeforeNanos < 0) {
      return;
    }
    try {
      open(positions());
      parkRecalled();
    } catch (WakeupException e) {
      LOGGER.debug("closed before it was known where {} begin", waiting);
      park();
    } catch (KafkaException e) {
      park();
      if (Refusals.refused(e)) {
        LOGGER.error("the cluster does not tell where {} begin: {}", waiting, e.getMessage());
        engine.failed(e);
      } else {
        LOGGER.warn(
            "where {} begin is not known yet, asked again in {}: {}", waiting, AGAIN, e.toString());
      }
    }
  }

  /** Committed positions; the beginning where there is none. */
  private Map<TopicPartition, ResumePoint> positions() {
    Map<TopicPartition, OffsetAndMetadata> committed =
        questions.ask(WITHIN, bound -> consumer.committed(Set.copyOf(waiting), bound));
    List<TopicPartition> fresh = new ArrayList<>();
    Map<TopicPartition, ResumePoint> positions = new HashMap<>();
    for (TopicPartition partition : waiting) {
      OffsetAndMetadata position = committed.get(partition);
      if (position == null) {
        fresh.add(partition);
      } else {
        place(partition, position, positions);
      }
    }
    if (!fresh.isEmpty()) {
      questions
          .ask(WITHIN, bound -> consumer.beginningOffsets(fresh, bound))
          .forEach((partition, offset) -> positions.put(partition, ResumePoint.at(offset)));
    }
    return positions;
  }

  /** Adds where a partition begins, unless states of it have to be asked for first. */
  private void place(
      TopicPartition partition,
      OffsetAndMetadata committed,
      Map<TopicPartition, ResumePoint> positions) {
    CommitMetadata read = CommitMetadata.read(committed.offset(), committed.metadata());
    ResumePoint at =
        new ResumePoint(
            committed.offset(), new Carried(read.beyond(), read.states()), read.mark());
    if (read.stored().isEmpty() || !recall.ask(partition, at, read.stored().get())) {
      positions.put(partition, at);
    }
  }

  private void open(Map<TopicPartition, ResumePoint> positions) {
    if (positions.isEmpty()) {
      return;
    }
    positions.forEach((partition, at) -> consumer.seek(partition, at.position()));
    if (readingNothing.getAsBoolean()) {
      consumer.pause(positions.keySet());
    } else {
      consumer.resume(positions.keySet());
    }
    positions.forEach(
        (partition, at) -> {
          kept.opened(partition, at);
          engine.laneOpened(assignment.assign(partition), at);
        });
    waiting.removeAll(positions.keySet());
  }

  /** Paused, and at a position of no meaning: a poll complains of a partition that has none. */
  private void park() {
    park(waiting);
    notBeforeNanos = clock.nanos() + AGAIN.toNanos();
  }

  private void park(Set<TopicPartition> partitions) {
    consumer.pause(partitions);
    partitions.forEach(partition -> consumer.seek(partition, 0));
  }

  /** What waits for the store need not be asked of the brokers again. */
  private void parkRecalled() {
    park(recall.waiting());
    waiting.removeAll(recall.waiting());
  }
}
