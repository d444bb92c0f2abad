package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Engine;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the group's callbacks on the poll thread. A revoke holds the rebalance: it waits,
 * bounded, for started work, commits inside the callback, and only then lets go. A loss holds
 * nothing and commits nothing: somebody else owns the lanes already.
 */
final class Rebalances implements ConsumerRebalanceListener {
  private static final Logger LOGGER = LoggerFactory.getLogger(Rebalances.class);
  private static final Duration TURN = Duration.ofMillis(50);
  private static final Duration POSITIONS_WITHIN = Duration.ofSeconds(30);

  private final Consumer<byte[], byte[]> consumer;
  private final Assignment assignment;
  private final Commands commands;
  private final Commits commits;
  private final Engine engine;
  private final Clock clock;
  private final SourceContext.Figures figures;
  private final BooleanSupplier readingNothing;
  private final Runnable heartbeat;
  private boolean left;

  Rebalances(
      Consumer<byte[], byte[]> consumer,
      Assignment assignment,
      Commands commands,
      Commits commits,
      Engine engine,
      SourceContext context,
      BooleanSupplier readingNothing,
      Runnable heartbeat) {
    this.consumer = consumer;
    this.assignment = assignment;
    this.commands = commands;
    this.commits = commits;
    this.engine = engine;
    this.clock = context.clock();
    this.figures = context.figures();
    this.readingNothing = readingNothing;
    this.heartbeat = heartbeat;
  }

  /** From here on callbacks mean nothing: closing a consumer revokes what it has once more. */
  void leave() {
    left = true;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    if (left || partitions.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> positions = positions(partitions);
    for (TopicPartition partition : partitions) {
      engine.laneOpened(assignment.assign(partition), positions.get(partition));
    }
    if (readingNothing.getAsBoolean()) {
      consumer.pause(partitions);
    }
  }

  /** Committed positions; the beginning where there is none. The consumer is placed on them. */
  private Map<TopicPartition, Long> positions(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> committed =
        undisturbed(() -> consumer.committed(Set.copyOf(partitions), POSITIONS_WITHIN));
    List<TopicPartition> fresh = new ArrayList<>();
    Map<TopicPartition, Long> positions = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata position = committed.get(partition);
      if (position == null) {
        fresh.add(partition);
      } else {
        positions.put(partition, position.offset());
      }
    }
    if (!fresh.isEmpty()) {
      positions.putAll(undisturbed(() -> consumer.beginningOffsets(fresh, POSITIONS_WITHIN)));
    }
    positions.forEach(consumer::seek);
    return positions;
  }

  private interface Question<A> {
    A ask();
  }

  private static <A> A undisturbed(Question<A> question) {
    try {
      return question.ask();
    } catch (WakeupException e) {
      // Meant for a poll that had ended already.
      return undisturbed(question);
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    Set<LaneRef> lanes = assignment.lanesOf(partitions);
    if (left || lanes.isEmpty()) {
      return;
    }
    long began = clock.nanos();
    Future<List<Settlement>> ended = engine.lanesRevoked(lanes, figures.need());
    // The engine bounds the wait itself; the slack is for an event loop that does not turn at all.
    long deadline = began + figures.need().plusSeconds(1).toNanos();
    while (!ended.isComplete() && deadline - clock.nanos() > 0) {
      heartbeat.run();
      commands.await(TURN);
      commits.turn(true);
    }
    if (ended.succeeded()) {
      SettleResult result = commits.revoke(ended.result(), figures.commit());
      engine.lanesReleased(lanes, result);
      LOGGER.debug("gave up {} after {} ms", lanes, clock.since(began).toMillis());
    } else {
      LOGGER.error("the engine did not answer a revoke of {}; nothing is committed", lanes);
      engine.lanesLost(lanes);
    }
    assignment.remove(partitions);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    Set<LaneRef> lanes = assignment.lanesOf(partitions);
    if (left || lanes.isEmpty()) {
      return;
    }
    assignment.remove(partitions);
    engine.lanesLost(lanes);
  }
}
