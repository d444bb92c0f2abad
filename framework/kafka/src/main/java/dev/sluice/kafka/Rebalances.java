package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Engine;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Answers the group's callbacks on the poll thread. A revoke holds the rebalance: it waits,
 * bounded, for started work, commits inside the callback, and only then lets go. A loss holds
 * nothing and commits nothing: somebody else owns the lanes already.
 */
final class Rebalances implements ConsumerRebalanceListener {
  private static final Logger LOGGER = LoggerFactory.getLogger(Rebalances.class);
  private static final Duration TURN = Duration.ofMillis(50);

  private final Assignment assignment;
  private final Kept kept;
  private final Placement placement;
  private final Commands commands;
  private final Commits commits;
  private final Closing closing;
  private final Engine engine;
  private final Clock clock;
  private final SourceContext.Figures figures;
  private final Runnable heartbeat;
  private boolean left;

  /**
   * @param heartbeat called while a callback waits
   */
  Rebalances(
      Assignment assignment,
      Kept kept,
      Placement placement,
      Commands commands,
      Commits commits,
      Closing closing,
      Engine engine,
      SourceContext context,
      Runnable heartbeat) {
    this.assignment = assignment;
    this.kept = kept;
    this.placement = placement;
    this.commands = commands;
    this.commits = commits;
    this.closing = closing;
    this.engine = engine;
    this.clock = context.clock();
    this.figures = context.figures();
    this.heartbeat = heartbeat;
  }

  /** From here on callbacks mean nothing: closing a consumer revokes what it has once more. */
  void leave() {
    left = true;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    if (!left && !partitions.isEmpty()) {
      commands.insideCallback(() -> placement.add(partitions));
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    placement.forget(partitions);
    Set<LaneRef> lanes = assignment.lanesOf(partitions);
    if (!left && !lanes.isEmpty()) {
      commands.insideCallback(() -> giveUp(partitions, lanes));
    }
  }

  private void giveUp(Collection<TopicPartition> partitions, Set<LaneRef> lanes) {
    boolean released = false;
    try {
      released = release(partitions, lanes);
    } finally {
      forget(partitions);
      if (!released) {
        engine.lanesLost(lanes);
      }
    }
  }

  /** Waits for started work and commits it; false when the engine has not ended it in time. */
  private boolean release(Collection<TopicPartition> partitions, Set<LaneRef> lanes) {
    long began = clock.nanos();
    Future<List<Settlement>> ended = engine.lanesRevoked(lanes, figures.need());
    ended.onComplete(done -> commands.nudge());
    // The engine bounds the wait itself; the slack is for an event loop that does not turn at all.
    long deadline = began + figures.need().plusSeconds(1).toNanos();
    while (!ended.isComplete() && !closing.begun() && deadline - clock.nanos() > 0) {
      pause();
      commits.turn(true);
    }
    if (!ended.succeeded()) {
      LOGGER
          .atLevel(closing.begun() ? Level.DEBUG : Level.ERROR)
          .setCause(ended.cause())
          .log("the engine did not answer a revoke of {}; nothing is committed", lanes);
      return false;
    }
    SettleResult result = commits.revoke(partitions, ended.result(), figures.commit(), this::pause);
    engine.lanesReleased(lanes, result);
    LOGGER.debug("gave up {} after {} ms", lanes, clock.since(began).toMillis());
    return true;
  }

  private void pause() {
    heartbeat.run();
    commands.await(TURN);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    placement.forget(partitions);
    Set<LaneRef> lanes = assignment.lanesOf(partitions);
    if (!left && !lanes.isEmpty()) {
      forget(partitions);
      engine.lanesLost(lanes);
    }
  }

  private void forget(Collection<TopicPartition> partitions) {
    assignment.remove(partitions);
    kept.forget(partitions);
  }
}
