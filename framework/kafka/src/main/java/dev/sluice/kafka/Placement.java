package dev.sluice.kafka;

import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
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
  private final Unplaced unplaced;
  private final Set<TopicPartition> waiting = new LinkedHashSet<>();
  private long notBeforeNanos;

  /**
   * @param nudge has the poll loop turn; called from any thread
   * @param readingNothing whether new partitions stay paused
   */
  Placement(
      Consumer<byte[], byte[]> consumer,
      Assignment assignment,
      Kept kept,
      Recall recall,
      Questions questions,
      Engine engine,
      Runnable nudge,
      BooleanSupplier readingNothing,
      Misplaced misplaced) {
    this.unplaced = new Unplaced(nudge);
    this.consumer = consumer;
    this.assignment = assignment;
    this.kept = kept;
    this.recall = recall;
    this.questions = questions;
    this.engine = engine;
    this.clock = questions.clock();
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
    unplaced.forget(partitions);
    park();
  }

  /** Partitions are not this member's any more. */
  void forget(Collection<TopicPartition> partitions) {
    waiting.removeAll(partitions);
    recall.forget(partitions);
    unplaced.forget(partitions);
  }

  /** True while there are partitions without a lane. */
  boolean pending() {
    return !waiting.isEmpty() || !recall.waiting().isEmpty() || !unplaced.isEmpty();
  }

  /** Opens what waits, if its time has come. Blocks for some seconds at most. */
  void turn() {
    place(unplaced.placed());
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
          boolean there =
              read.stored().isPresent()
                  && at.position() == position.offset()
                  && !engine.placesLanes();
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
    if (engine.placesLanes()) {
      askEngine(places);
      return;
    }
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

  /** Tells the engine of lanes that are read when it has said from where. */
  private void askEngine(Map<TopicPartition, Place> places) {
    consumer.pause(places.keySet());
    places.forEach(
        (partition, place) -> {
          kept.opened(partition, place.at());
          LaneRef lane = assignment.assign(partition);
          assignment.unplaced(partition, true);
          unplaced.add(partition, lane, place, engine.laneOpened(lane, place.at()));
        });
    waiting.removeAll(places.keySet());
  }

  /** Reads lanes from where the engine says, unless that is not in the log. */
  private void place(Map<TopicPartition, Unplaced.Placed> placed) {
    if (placed.isEmpty()) {
      return;
    }
    Map<TopicPartition, OffsetAndMetadata> moved = new HashMap<>();
    placed.forEach(
        (partition, to) -> {
          if (to.position() != to.place().at().position()) {
            moved.put(partition, new OffsetAndMetadata(to.position()));
          }
        });
    Map<TopicPartition, ReadableRange> ranges = rangesOf(moved);
    placed.forEach(
        (partition, to) -> {
          ReadableRange range = ranges.getOrDefault(partition, to.place().range());
          ResumePoint at = misplaced.placed(partition, ResumePoint.at(to.position()), range);
          kept.opened(partition, ResumePoint.at(to.position()));
          consumer.seek(partition, at.position());
          assignment.unplaced(partition, false);
          if (!readingNothing.getAsBoolean() && assignment.wanted().contains(partition)) {
            consumer.resume(List.of(partition));
          }
          misplaced.stopUnlessInside(partition, at.position(), range);
        });
  }

  /** What the brokers don't tell now the first fetch will. */
  private Map<TopicPartition, ReadableRange> rangesOf(
      Map<TopicPartition, OffsetAndMetadata> moved) {
    try {
      return misplaced.rangesIfTold(moved);
    } catch (KafkaException e) {
      LOGGER.debug("nobody tells what there is to read of {}", moved, e);
      Map<TopicPartition, ReadableRange> unknown = new HashMap<>();
      moved.keySet().forEach(partition -> unknown.put(partition, ReadableRange.UNKNOWN));
      return unknown;
    }
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
