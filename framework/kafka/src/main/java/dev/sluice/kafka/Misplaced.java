package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.spi.Engine;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lanes whose position is not in the log: what the policy makes of them, at their assignment and
 * while they are read. Confined to the poll thread.
 */
final class Misplaced {
  private static final Logger LOGGER = LoggerFactory.getLogger(Misplaced.class);
  private static final Duration WITHIN = Duration.ofSeconds(2);

  private final Consumer<byte[], byte[]> consumer;
  private final Assignment assignment;
  private final Kept kept;
  private final Questions questions;
  private final Engine engine;
  private final OutOfRange policy;
  private final boolean committedOnly;
  private long skippedInAll;

  Misplaced(
      Consumer<byte[], byte[]> consumer,
      Assignment assignment,
      Kept kept,
      Questions questions,
      Engine engine,
      KafkaSourceConfig config) {
    this.consumer = consumer;
    this.assignment = assignment;
    this.kept = kept;
    this.questions = questions;
    this.engine = engine;
    this.policy = config.outOfRange();
    this.committedOnly = Ends.isolation(config) == IsolationLevel.READ_COMMITTED;
  }

  /**
   * What there is to read. Blocks for some seconds at most.
   *
   * @throws KafkaException when the brokers don't tell
   */
  Map<TopicPartition, ReadableRange> ranges(Collection<TopicPartition> partitions) {
    Set<TopicPartition> asked = Set.copyOf(partitions);
    Map<TopicPartition, Long> beginnings =
        questions.ask(WITHIN, bound -> consumer.beginningOffsets(asked, bound));
    Map<TopicPartition, Long> ends =
        questions.ask(WITHIN, bound -> consumer.endOffsets(asked, bound));
    Map<TopicPartition, ReadableRange> ranges = new HashMap<>();
    asked.forEach(
        partition ->
            ranges.put(
                partition, new ReadableRange(beginnings.get(partition), ends.get(partition))));
    return ranges;
  }

  /**
   * As {@link #ranges} for committed positions, but one partition without a leader does not keep
   * the others waiting.
   */
  Map<TopicPartition, ReadableRange> rangesIfTold(
      Map<TopicPartition, OffsetAndMetadata> committed) {
    if (committed.isEmpty()) {
      return Map.of();
    }
    Map<TopicPartition, ReadableRange> told = new HashMap<>();
    try {
      ranges(committed.keySet())
          .forEach(
              (partition, range) ->
                  told.put(partition, atLeast(range, committed.get(partition).offset())));
    } catch (RetriableException e) {
      LOGGER.debug("nobody tells what there is to read of {}: {}", committed, e.toString());
      committed.keySet().forEach(partition -> told.put(partition, ReadableRange.UNKNOWN));
    }
    return told;
  }

  /** What ends at an open transaction may have been read beyond it before. */
  private ReadableRange atLeast(ReadableRange range, long position) {
    return committedOnly
        ? new ReadableRange(range.beginning(), Math.max(range.end(), position))
        : range;
  }

  /** Where a lane is to be opened: at its position, unless the policy moves it. */
  ResumePoint placed(TopicPartition partition, ResumePoint at, ReadableRange range) {
    if (range.holds(at.position()) || policy == OutOfRange.STOP) {
      return at;
    }
    long target = range.target(policy);
    if (wouldGoBack(at.position(), target)) {
      return at;
    }
    warn(partition, at.position(), target, range);
    return range.moved(at, target);
  }

  /** What a store of transactions has applied it does not apply again under the same position. */
  private boolean wouldGoBack(long position, long target) {
    return engine.placesLanes() && target < position;
  }

  /** Stops a lane that was just opened outside the log. */
  void stopUnlessInside(TopicPartition partition, long position, ReadableRange range) {
    if (!range.holds(position)) {
      stop(partition, range.stopped(partition.topic(), position, advice()));
    }
  }

  private String advice() {
    return engine.placesLanes()
        ? "; nothing is skipped: the position is kept with the handler's rows, so stop the workers"
            + " and give the pipeline another pipeline.name, or mend the position in the database"
        : ReadableRange.advice();
  }

  /**
   * A fetch was refused. Blocks for some seconds at most.
   *
   * @throws KafkaException when the brokers don't tell what there is to read; the next poll says
   *     the same again
   */
  void met(Map<TopicPartition, Long> positions) {
    Map<TopicPartition, ReadableRange> ranges = ranges(positions.keySet());
    positions.forEach(
        (partition, position) -> {
          LaneRef lane = assignment.lane(partition);
          ReadableRange range = ranges.get(partition);
          if (policy == OutOfRange.STOP || lane == null) {
            stop(partition, range.stopped(partition.topic(), position, advice()));
          } else if (wouldGoBack(position, range.target(policy))) {
            stop(partition, range.stopped(partition.topic(), position, advice()));
          } else {
            move(partition, position, range);
          }
        });
  }

  private void move(TopicPartition partition, long position, ReadableRange range) {
    long target = range.target(policy);
    warn(partition, position, target, range);
    if (target < position) {
      reopen(partition, target);
    }
    consumer.seek(partition, target);
  }

  /**
   * The log of a partition is another one than the lane was opened with. Positions of the old one
   * mean nothing in it, so what runs is cut and nothing of it is settled. Blocks for some seconds
   * at most.
   *
   * @param position where the lane stands
   */
  void recreated(TopicPartition partition, long position) {
    ReadableRange range = ranges(List.of(partition)).get(partition);
    if (policy == OutOfRange.STOP || engine.placesLanes()) {
      stopRecreated(
          partition,
          position,
          new IllegalStateException(
              "the topic '"
                  + partition.topic()
                  + "' was recreated while it was read: position "
                  + position
                  + " belongs to the one that was deleted"
                  + advice()));
    } else {
      long target = range.target(policy);
      warn(partition, position, target, range);
      reopen(partition, target);
      consumer.seek(partition, target);
    }
  }

  private void stopRecreated(TopicPartition partition, long position, IllegalStateException why) {
    Future<ResumePoint> reopened = reopen(partition, position);
    LaneRef lane = assignment.lane(partition);
    stop(partition, why);
    // A lane that is opened only now has not heard of it yet.
    reopened.onSuccess(at -> engine.laneFailed(lane, why));
  }

  private Future<ResumePoint> reopen(TopicPartition partition, long position) {
    engine.lanesLost(Set.of(assignment.lane(partition)));
    assignment.remove(List.of(partition));
    // A position of another log is never committed again, not even for the sake of a mark.
    kept.forget(List.of(partition));
    return engine.laneOpened(assignment.assign(partition), ResumePoint.at(position));
  }

  private void stop(TopicPartition partition, IllegalStateException why) {
    consumer.pause(List.of(partition));
    assignment.pausedByEngine(partition, true);
    LaneRef lane = assignment.lane(partition);
    if (lane != null) {
      engine.laneFailed(lane, why);
    }
  }

  private void warn(TopicPartition partition, long from, long to, ReadableRange range) {
    long skipped = range.skipped(from, to);
    skippedInAll += skipped;
    LOGGER.warn(
        "lane {}: position {} is out of range (the log has {} to {}); outOfRange: {} goes on at {};"
            + " positions skipped: {}, by this worker so far: {}",
        Assignment.laneName(partition),
        from,
        range.beginning(),
        range.end(),
        policy.name().toLowerCase(Locale.ROOT),
        to,
        skipped,
        skippedInAll);
  }
}
