package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The poll thread's work: it alone touches the consumer. It polls until it is closed, whatever the
 * engine and the drain do, because a member that stops polling is thrown out of its group.
 */
final class PollLoop {
  private static final Logger LOGGER = LoggerFactory.getLogger(PollLoop.class);
  private static final Duration QUIET_POLL = Duration.ofMillis(200);
  private static final Duration BUSY_POLL = Duration.ofMillis(10);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration ENDS_EVERY = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Engine engine;
  private final Clock clock;
  private final Commands commands;
  private final Assignment assignment = new Assignment();
  private final Commits commits;
  private final Handover handover;
  private final Rebalances rebalances;

  private boolean intakeStopped;
  private boolean heldBack;
  private boolean closing;
  private volatile boolean over;
  private Duration closeWithin = Duration.ZERO;
  private long endsAtNanos;
  private volatile long turnNanos;

  PollLoop(
      Consumer<byte[], byte[]> consumer, Engine engine, SourceContext context, Commands commands) {
    this.consumer = consumer;
    this.engine = engine;
    this.clock = context.clock();
    this.commands = commands;
    this.commits = new Commits(consumer, assignment, clock);
    this.handover = new Handover(engine);
    this.rebalances =
        new Rebalances(
            consumer,
            assignment,
            commands,
            commits,
            engine,
            context,
            () -> intakeStopped || heldBack,
            this::turned);
    turned();
  }

  /** Joins the group and polls until {@link #close}; then leaves. */
  void run(List<String> topics) {
    consumer.subscribe(topics, rebalances);
    while (!closing) {
      turned();
      commands.runAll();
      if (!closing) {
        turn();
      }
    }
    rebalances.leave();
    consumer.close(CloseOptions.timeout(closeWithin));
  }

  /** The thread ends, in whatever way. Commands that come later find nothing to act on. */
  void over() {
    over = true;
    commits.abandon();
  }

  private void turn() {
    try {
      commits.turn(intakeStopped);
      holdBack(!intakeStopped && !handover.awaitRoom());
      if (commands.enterPoll()) {
        ConsumerRecords<byte[], byte[]> records =
            consumer.poll(commits.busy() || heldBack ? BUSY_POLL : QUIET_POLL);
        commands.leavePoll();
        if (!intakeStopped) {
          handover.give(records, assignment);
        }
        reportEnds();
      }
    } catch (WakeupException e) {
      LOGGER.trace("woken");
    } catch (OffsetOutOfRangeException e) {
      outOfRange(e);
    } catch (AuthenticationException | AuthorizationException | FencedInstanceIdException e) {
      LOGGER.error("the cluster refuses this consumer: {}", e.getMessage());
      engine.failed(e);
      commands.await(AFTER_FAILURE);
    } catch (KafkaException e) {
      LOGGER.warn("a poll failed, the next one follows in {}: {}", AFTER_FAILURE, e.toString());
      commands.await(AFTER_FAILURE);
    } finally {
      commands.leavePoll();
    }
  }

  private void outOfRange(OffsetOutOfRangeException e) {
    e.offsetOutOfRangePartitions()
        .forEach(
            (partition, offset) -> {
              consumer.pause(List.of(partition));
              assignment.pausedByEngine(partition, true);
              LaneRef lane = assignment.lane(partition);
              if (lane != null) {
                engine.laneFailed(
                    lane,
                    new IllegalStateException(
                        "position "
                            + offset
                            + " is not in the log any more (or not yet); move the group's position"
                            + " with kafka-consumer-groups.sh --reset-offsets"));
              }
            });
  }

  /** Polls paused while the engine takes nothing: membership is kept, memory is bounded. */
  private void holdBack(boolean now) {
    if (now == heldBack) {
      return;
    }
    heldBack = now;
    if (now) {
      consumer.pause(assignment.partitions());
    } else if (!intakeStopped) {
      consumer.resume(assignment.wanted());
    }
  }

  private void reportEnds() {
    long now = clock.nanos();
    if (now - endsAtNanos < ENDS_EVERY.toNanos()) {
      return;
    }
    endsAtNanos = now;
    Map<LaneRef, Long> ends = new HashMap<>();
    for (TopicPartition partition : assignment.partitions()) {
      // Local: the client keeps the end of the log from its last fetch.
      OptionalLong lag = consumer.currentLag(partition);
      if (lag.isPresent()) {
        long position = consumer.position(partition, Ownership.within());
        ends.put(assignment.lane(partition), position + lag.getAsLong());
      }
    }
    engine.ends(ends);
  }

  private void turned() {
    turnNanos = clock.nanos();
  }

  /** When the loop turned last; from any thread. */
  long turnNanos() {
    return turnNanos;
  }

  // Commands, on the poll thread.

  void pause(LaneRef lane) {
    TopicPartition partition = over ? null : assignment.partition(lane);
    if (partition != null) {
      assignment.pausedByEngine(partition, true);
      consumer.pause(List.of(partition));
    }
  }

  void resume(LaneRef lane) {
    TopicPartition partition = over ? null : assignment.partition(lane);
    if (partition != null) {
      assignment.pausedByEngine(partition, false);
      if (!intakeStopped && !heldBack) {
        consumer.resume(List.of(partition));
      }
    }
  }

  void stopIntake() {
    intakeStopped = true;
    if (!over) {
      consumer.pause(assignment.partitions());
    }
  }

  void settle(List<Settlement> settlements, Duration within, Promise<SettleResult> answer) {
    if (over) {
      answer.complete(SettleResult.failed(settlements));
    } else {
      commits.settle(settlements, within, answer);
    }
  }

  /** What this member can tell of idleness by itself; {@code IDLE} when it has nothing to read. */
  Idleness idleness(Set<LaneRef> except) {
    if (over || assignment.isEmpty()) {
      return Idleness.NO_LANES;
    }
    List<TopicPartition> counting = new ArrayList<>(assignment.partitions());
    counting.removeIf(partition -> except.contains(assignment.lane(partition)));
    Map<TopicPartition, Long> ends = consumer.endOffsets(counting, Ownership.within());
    for (TopicPartition partition : counting) {
      if (consumer.position(partition, Ownership.within()) < ends.get(partition)) {
        return Idleness.BEHIND;
      }
    }
    return Idleness.IDLE;
  }

  void close(Duration within) {
    closing = true;
    closeWithin = within;
  }
}
