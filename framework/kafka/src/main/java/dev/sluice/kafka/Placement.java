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
  private final Misplaced misplaced;
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
      BooleanSupplier readingNothing,
      Misplaced misplaced) {
    this.consumer = consumer;
    this.assignment = assignment;
    this.kept = kept;
    this.recall = recall;
    this.questions = questions;
    this.engine = engine;
    this.clock = clock;
    this.readingNothing = readingNothing;
    this.misplaced = misplaced;
  }

  /** Partitions are this member's from now on. */
  void add(Collection<TopicPartition> partitions) {
    waiting.addAll(partitions);
    notBeforeNanos = clock.nanos();
    turn();
  }

  /** Partitions are this member's, but there is nothing to open for now. */
  void later(Collection<TopicPartition> partitions) {
    waiting.addAll(partitions);
    park();
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
      open(places());
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

  /** Where a partition is opened, and what there is to read in it. */
  record Place(ResumePoint at, ReadableRange range) {}

  /** Committed positions, unless they are out of range; the beginning where there is none. */
  private Map<TopicPartition, Place> places() {
    Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    questions
        .ask(WITHIN, bound -> consumer.committed(Set.copyOf(waiting), bound))
        .forEach(
            (partition, position) -> {
              if (position != null) {
                committed.put(partition, position);
              }
            });
    Map<TopicPartition, ReadableRange> ranges = misplaced.rangesIfTold(committed);
    Map<TopicPartition, Place> places = new HashMap<>();
    committed.forEach(
        (partition, position) -> {
          CommitMetadata read = CommitMetadata.read(position.offset(), position.metadata());
          ReadableRange range = ranges.get(partition);
          ResumePoint at = misplaced.placed(partition, point(position.offset(), read), range);
          Place place = new Place(at, range);
          // States that lie in the store belong to this position alone.
          boolean there = read.stored().isPresent() && at.position() == position.offset();
          if (!there || !recall.ask(partition, place, read.stored().get())) {
            places.put(partition, place);
          }
        });
    List<TopicPartition> fresh = new ArrayList<>(waiting);
    fresh.removeAll(committed.keySet());
    if (!fresh.isEmpty()) {
      questions
          .ask(WITHIN, bound -> consumer.beginningOffsets(fresh, bound))
          .forEach(
              (partition, offset) ->
                  places.put(partition, new Place(ResumePoint.at(offset), ReadableRange.UNKNOWN)));
    }
    return places;
  }

  private static ResumePoint point(long offset, CommitMetadata read) {
    return new ResumePoint(offset, new Carried(read.beyond(), read.states()), read.mark());
  }

  private void open(Map<TopicPartition, Place> places) {
    if (places.isEmpty()) {
      return;
    }
    places.forEach((partition, place) -> consumer.seek(partition, place.at().position()));
    if (readingNothing.getAsBoolean()) {
      consumer.pause(places.keySet());
    } else {
      consumer.resume(places.keySet());
    }
    places.forEach(
        (partition, place) -> {
          kept.opened(partition, place.at());
          engine.laneOpened(assignment.assign(partition), place.at());
          misplaced.stopUnlessInside(partition, place.at().position(), place.range());
        });
    waiting.removeAll(places.keySet());
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
