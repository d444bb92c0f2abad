package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Engine;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The poll thread's work: it alone touches the consumer. It polls until it is closed, whatever the
 * engine and the drain do, because a member that stops polling is thrown out of its group.
 */
final class PollLoop {
  private static final Logger LOGGER = LoggerFactory.getLogger(PollLoop.class);
  private static final Duration COMMITS_APART = Duration.ofMillis(10);
  private static final Duration QUIET_POLL = Duration.ofMillis(200);
  private static final Duration BUSY_POLL = Duration.ofMillis(10);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Engine engine;
  private final Clock clock;
  private final Commands commands;
  private final Closing closing;
  private final Assignment assignment = new Assignment();
  private final Kept kept;
  private final Intake intake;
  private final Placement placement;
  private final Commits commits;
  private final WaitingRoom delays;
  private final Handover handover;
  private final Standing standing;
  private final Rebalances rebalances;

  private final Misplaced misplaced;
  private final TopicWatch topicWatch;
  private final ScaleDown scaleDown;
  private final Membership membership;
  private final String group;

  private boolean out;
  private boolean flowing;
  private long committedNanos;
  private volatile boolean over;
  private volatile long turnNanos;

  PollLoop(
      Consumer<byte[], byte[]> consumer,
      Admin admin,
      KafkaSourceConfig config,
      Engine engine,
      SourceContext context,
      RetryTopics retries,
      Commands commands) {
    this.consumer = consumer;
    this.engine = engine;
    this.clock = context.clock();
    this.commands = commands;
    this.closing = new Closing(clock);
    this.intake = new Intake(consumer, assignment);
    Questions questions = new Questions(clock, closing);
    this.membership = Membership.of(context);
    this.group = config.group();
    Runnable nudge = commands::nudge;
    StoredStates stored = new StoredStates(context.states(), group, nudge);
    Recall recall = new Recall(context.states(), group, stored, clock, nudge);
    this.kept = new Kept(stored);
    this.misplaced = new Misplaced(consumer, assignment, kept, questions, engine, config);
    this.placement =
        new Placement(
            consumer, assignment, kept, recall, questions, engine, nudge, intake::none, misplaced);
    CommitCalls calls =
        new CommitCalls(
            consumer, questions, closing, new VanishedTopics(consumer, clock, questions));
    this.commits =
        new Commits(
            calls,
            assignment,
            kept,
            stored,
            clock,
            new DeletedTopics(assignment, kept, placement, engine)::gone);
    this.delays = new WaitingRoom(retries, consumer, assignment, clock);
    this.handover = new Handover(engine, delays);
    this.committedNanos = clock.nanos() - COMMITS_APART.toNanos();
    this.standing = new Standing(consumer, assignment, engine, clock, delays);
    this.rebalances =
        new Rebalances(
            assignment, kept, placement, commands, commits, closing, engine, context, this::turned);
    this.topicWatch =
        new TopicWatch(admin, config.topics(), commands, assignment, clock, this::recreated);
    this.scaleDown = ScaleDown.of(admin, config.group(), context, commands);
    turned();
  }

  /** Joins the group and polls until {@link #close}; then leaves. */
  void run(List<String> topics) {
    consumer.subscribe(topics, rebalances);
    while (!closing.begun()) {
      turned();
      commands.runAll();
      if (!closing.begun()) {
        turn();
      }
    }
    rebalances.leave();
    try {
      consumer.close(
          CloseOptions.timeout(closing.left()).withGroupMembershipOperation(membership.atClose()));
    } catch (KafkaException e) {
      LOGGER.warn("leaving the group was not orderly: {}", e.toString());
    }
  }

  /** The thread ends, in whatever way. Commands that come later find nothing to act on. */
  void over() {
    over = true;
    commits.abandon();
  }

  private void turn() {
    if (out) {
      // What waits is answered: it is stale, because no lane is left.
      commits.turn(true);
      commands.await(QUIET_POLL);
      return;
    }
    try {
      commit();
      placement.turn();
      intake.holdBack(!intake.stopped() && !handover.awaitRoom());
      boolean flowed = flowing;
      flowing = false;
      if (flowed) {
        // Nobody has to wake a poll that does not wait.
        polled(consumer.poll(Duration.ZERO));
      } else if (commands.enterPoll()) {
        ConsumerRecords<byte[], byte[]> records =
            consumer.poll(
                delays.quietFor(commits.busy() || intake.heldBack() ? BUSY_POLL : QUIET_POLL));
        commands.leavePoll();
        polled(records);
      }
    } catch (WakeupException e) {
      LOGGER.trace("woken");
    } catch (OffsetOutOfRangeException e) {
      outOfRange(e);
    } catch (NoOffsetForPartitionException e) {
      // A client may look for positions before it makes the callback that gives them.
      LOGGER.debug("polled before the callback: {}", e.getMessage());
      commands.await(BUSY_POLL);
    } catch (KafkaException e) {
      failed(e);
      commands.await(AFTER_FAILURE);
    } finally {
      commands.leavePoll();
      if (!flowing) {
        handover.give(!intake.none());
      }
    }
  }

  /** A commit costs as much as some hundred records: while records flow there are some ms apart. */
  private void commit() {
    long now = clock.nanos();
    if (intake.stopped() || now - committedNanos >= COMMITS_APART.toNanos()) {
      committedNanos = commits.busy() ? now : committedNanos;
      commits.turn(intake.stopped());
    }
  }

  private void polled(ConsumerRecords<byte[], byte[]> records) {
    if (!intake.stopped()) {
      flowing = handover.take(records, assignment);
    }
    standing.turn();
    topicWatch.turn();
    scaleDown.turn();
  }

  private void failed(KafkaException e) {
    if (SharedIdentity.causes(e)) {
      out = true;
      rebalances.onPartitionsLost(Set.copyOf(assignment.partitions()));
      engine.failed(SharedIdentity.told(membership.instance().orElse("?"), group, e));
    } else if (Refusals.refused(e)) {
      LOGGER.error("the cluster refuses this consumer: {}", e.getMessage());
      engine.failed(e);
    } else {
      LOGGER.warn("a poll failed, the next one follows in {}: {}", AFTER_FAILURE, e.toString());
    }
  }

  private void outOfRange(OffsetOutOfRangeException e) {
    try {
      misplaced.met(e.offsetOutOfRangePartitions());
    } catch (KafkaException unanswered) {
      failed(unanswered);
      commands.await(AFTER_FAILURE);
    }
  }

  private void recreated(TopicPartition partition) {
    try {
      misplaced.recreated(partition, standing.position(partition).orElse(0));
    } catch (KafkaException unanswered) {
      failed(unanswered);
    }
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
    if (!over) {
      intake.pause(lane);
    }
  }

  void resume(LaneRef lane) {
    if (!over) {
      intake.resume(lane);
    }
  }

  void stopIntake() {
    handover.drop();
    delays.clear();
    if (!over) {
      intake.stop();
    }
  }

  void settle(List<Settlement> settlements, Duration within, Promise<SettleResult> answer) {
    if (over) {
      answer.complete(SettleResult.failed(settlements));
    } else {
      commits.settle(settlements, within, answer);
    }
  }

  void mark(OwnerMark mark, Duration within, Promise<Void> written) {
    if (over) {
      written.fail(new TimeoutException("the consumer is closed"));
    } else {
      commits.mark(mark, within, written);
    }
  }

  /**
   * Where this member stands in its lanes.
   *
   * @return empty when it has none; fails when a position is still being found out
   */
  Future<Optional<Map<TopicPartition, Long>>> positions(Set<LaneRef> except) {
    if (placement.pending()) {
      return Future.failedFuture(new TimeoutException("some lanes are not open yet"));
    }
    if (over || assignment.isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    return standing.positions(except).map(Optional::of);
  }

  /** The loop ends at its next turn, also when it waits inside a rebalance; from any thread. */
  void close(Duration within) {
    closing.begin(within);
  }
}
