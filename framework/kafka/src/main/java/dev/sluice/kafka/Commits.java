package dev.sluice.kafka;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.time.Clock;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits next positions, one request at a time: asynchronously while records flow, synchronously
 * once intake has stopped and inside a revoke. What can be tried again is, within the budget of the
 * settle: a broker in trouble, and a rebalance in progress, which the next poll carries on.
 * Confined to the poll thread.
 */
final class Commits {
  private static final Logger LOGGER = LoggerFactory.getLogger(Commits.class);
  private static final Duration PAUSE = Duration.ofMillis(50);
  // Long enough for any broker that answers at all; in between the loop polls and shows life.
  private static final Duration SLICE = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final Assignment assignment;
  private final Clock clock;
  private final Questions questions;
  private final Closing closing;
  private Attempt attempt;

  private static final class Attempt {
    final List<Settlement> settlements;
    final Promise<SettleResult> answer;
    final long deadlineNanos;
    boolean inFlight;
    long notBeforeNanos;

    Attempt(
        List<Settlement> settlements,
        Promise<SettleResult> answer,
        long deadlineNanos,
        long nowNanos) {
      this.settlements = settlements;
      this.answer = answer;
      this.deadlineNanos = deadlineNanos;
      this.notBeforeNanos = nowNanos;
    }
  }

  Commits(
      Consumer<byte[], byte[]> consumer,
      Assignment assignment,
      Clock clock,
      Questions questions,
      Closing closing) {
    this.consumer = consumer;
    this.assignment = assignment;
    this.clock = clock;
    this.questions = questions;
    this.closing = closing;
  }

  /** Takes a settle of the engine; {@link #turn} carries it out. */
  void settle(List<Settlement> settlements, Duration within, Promise<SettleResult> answer) {
    long now = clock.nanos();
    attempt = new Attempt(settlements, answer, now + within.toNanos(), now);
  }

  /** The consumer is closed: what waits is not settled, or nobody will ever know. */
  void abandon() {
    Attempt waiting = attempt;
    if (waiting != null) {
      answer(waiting, SettleResult.failed(waiting.settlements));
    }
  }

  /** True while a settle waits for its answer, so that the loop turns quickly. */
  boolean busy() {
    return attempt != null;
  }

  /**
   * Carries the current settle on by one step.
   *
   * @param sync commit synchronously: nothing flows any more, so an answer now beats throughput; a
   *     request under way is not waited for but sent again
   */
  void turn(boolean sync) {
    Attempt current = attempt;
    if (current == null || clock.nanos() - current.notBeforeNanos < 0) {
      return;
    }
    if (current.inFlight && !sync) {
      giveUpIfLate(current);
      return;
    }
    Sorted sorted = sort(current.settlements);
    if (sorted.offsets.isEmpty()) {
      answer(current, sorted.result(true));
      return;
    }
    if (sync) {
      Duration left = Duration.ofNanos(current.deadlineNanos - clock.nanos());
      finish(current, sorted, commitSync(sorted.offsets, left));
    } else {
      current.inFlight = true;
      consumer.commitAsync(
          sorted.offsets,
          (offsets, failure) -> {
            current.inFlight = false;
            finish(current, sorted, failure);
          });
    }
  }

  /** The client itself would wait longer for an answer than the engine may. */
  private void giveUpIfLate(Attempt current) {
    if (current.deadlineNanos - clock.nanos() <= 0) {
      LOGGER.warn("a commit was not answered in time");
      answer(current, sort(current.settlements).result(false));
    }
  }

  private void finish(Attempt current, Sorted sorted, Exception failure) {
    if (current != attempt) {
      return;
    }
    if (failure == null) {
      answer(current, sorted.result(true));
    } else if ((retriable(failure) || failure instanceof CommitFailedException)
        && current.deadlineNanos - clock.nanos() > PAUSE.toNanos()) {
      // After a failed commit the next poll tells whether the lanes are lost, which makes what is
      // settled here stale, or only the member's epoch had moved on.
      LOGGER.debug("a commit is tried again: {}", failure.toString());
      current.notBeforeNanos = clock.nanos() + PAUSE.toNanos();
    } else {
      LOGGER.warn("a commit failed: {}", failure.toString());
      answer(current, sorted.result(false));
    }
  }

  private void answer(Attempt current, SettleResult result) {
    attempt = null;
    current.answer.complete(result);
  }

  /**
   * The last commit of lanes that are taken away, inside the revoke callback. A settle that waits
   * for its answer is answered by it too: positions are cumulative and this one sends them all.
   *
   * @param pause waits a little between two tries
   * @return what became of {@code last}
   */
  SettleResult revoke(List<Settlement> last, Duration within, Runnable pause) {
    Attempt waiting = attempt;
    List<Settlement> all = new ArrayList<>();
    if (waiting != null) {
      all.addAll(waiting.settlements);
    }
    all.addAll(last);
    Sorted everything = sort(all);
    boolean committed =
        everything.offsets.isEmpty() || committed(everything.offsets, within, pause);
    if (waiting != null) {
      answer(waiting, sort(waiting.settlements).result(committed));
    }
    return sort(last).result(committed);
  }

  private boolean committed(
      Map<TopicPartition, OffsetAndMetadata> offsets, Duration within, Runnable pause) {
    long deadline = clock.nanos() + within.toNanos();
    while (true) {
      Duration left = Duration.ofNanos(deadline - clock.nanos());
      Exception failure = commitSync(offsets, left);
      if (failure == null) {
        return true;
      }
      if (!retriable(failure) || deadline - clock.nanos() <= PAUSE.toNanos()) {
        LOGGER.warn("the commit of a revoke failed: {}", failure.toString());
        return false;
      }
      pause.run();
    }
  }

  private Exception commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration within) {
    try {
      return questions.ask(
          within.compareTo(SLICE) < 0 ? within : SLICE,
          bound -> {
            consumer.commitSync(offsets, bound);
            return null;
          });
    } catch (KafkaException e) {
      return e;
    }
  }

  private boolean retriable(Exception failure) {
    return !closing.begun()
        && (failure instanceof RetriableException
            || failure instanceof RebalanceInProgressException
            || failure instanceof WakeupException
            || failure instanceof StaleMemberEpochException);
  }

  private Sorted sort(List<Settlement> settlements) {
    Sorted sorted = new Sorted();
    for (Settlement settlement : settlements) {
      TopicPartition partition = assignment.partition(settlement.lane());
      if (partition == null) {
        sorted.stale.add(settlement);
      } else {
        sorted.current.add(settlement);
        sorted.offsets.merge(
            partition, offset(settlement), (a, b) -> a.offset() > b.offset() ? a : b);
      }
    }
    return sorted;
  }

  private static OffsetAndMetadata offset(Settlement settlement) {
    String metadata =
        settlement instanceof Settlement.Done done
            ? DoneBeyond.write(done.next(), done.carried().beyond())
            : "";
    return new OffsetAndMetadata(settlement.next(), metadata);
  }

  private static final class Sorted {
    final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    final List<Settlement> current = new ArrayList<>();
    final List<Settlement> stale = new ArrayList<>();

    SettleResult result(boolean committed) {
      return committed
          ? new SettleResult(current, stale, List.of())
          : new SettleResult(List.of(), stale, current);
    }
  }
}
