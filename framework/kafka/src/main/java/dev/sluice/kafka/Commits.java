package dev.sluice.kafka;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.time.Clock;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
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
  // After the first it is worth looking why; the others are long enough for any broker that answers
  // at all. In between the loop polls and shows life.
  private static final Duration FIRST_TRY = Duration.ofSeconds(1);
  private static final Duration TRY = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final Assignment assignment;
  private final Clock clock;
  private final Questions questions;
  private final Closing closing;
  private final VanishedTopics vanished;
  private java.util.function.Consumer<Set<String>> whenVanished = topics -> {};
  private Attempt attempt;

  private static final class Attempt {
    final List<Settlement> settlements;
    final Promise<SettleResult> answer;
    final long deadlineNanos;
    final Set<TopicPartition> committed = new HashSet<>();
    boolean tried;
    boolean doubted;
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
    this.vanished = new VanishedTopics(consumer, clock, questions);
  }

  /**
   * Says who hears of topics that have been deleted, and takes their lanes away: what they have
   * done can't be settled any more.
   */
  void whenVanished(java.util.function.Consumer<Set<String>> hears) {
    whenVanished = hears;
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
    dropVanished(current);
    Sorted sorted = sorted(current.settlements);
    Map<TopicPartition, OffsetAndMetadata> slice = sorted.slice(current.committed);
    if (slice.isEmpty()) {
      answer(current, sorted.result(current.committed));
      return;
    }
    if (sync) {
      Duration left = Duration.ofNanos(current.deadlineNanos - clock.nanos());
      Duration most = current.tried && !vanished.suspected() ? TRY : FIRST_TRY;
      current.tried = true;
      finish(current, slice, commitSync(slice, left.compareTo(most) < 0 ? left : most));
    } else {
      current.inFlight = true;
      consumer.commitAsync(
          slice,
          (offsets, failure) -> {
            current.inFlight = false;
            finish(current, slice, failure);
          });
    }
  }

  private void dropVanished(Attempt current) {
    if (current.doubted) {
      current.doubted = false;
      Set<String> gone = vanished.gone(sorted(current.settlements).topics());
      if (!gone.isEmpty()) {
        whenVanished.accept(gone);
      }
    }
  }

  /** The client itself would wait longer for an answer than the engine may. */
  private void giveUpIfLate(Attempt current) {
    if (current.deadlineNanos - clock.nanos() <= 0) {
      LOGGER.warn("a commit was not answered in time");
      answer(current, sorted(current.settlements).result(current.committed));
    }
  }

  private void finish(
      Attempt current, Map<TopicPartition, OffsetAndMetadata> slice, Exception failure) {
    if (current != attempt) {
      return;
    }
    if (failure == null) {
      current.committed.addAll(slice.keySet());
      Sorted sorted = sorted(current.settlements);
      if (sorted.slice(current.committed).isEmpty()) {
        answer(current, sorted.result(current.committed));
      }
    } else if ((retriable(failure) || failure instanceof CommitFailedException)
        && current.deadlineNanos - clock.nanos() > PAUSE.toNanos()) {
      // After a failed commit the next poll tells whether the lanes are lost, which makes what is
      // settled here stale, or only the member's epoch had moved on.
      LOGGER.debug("a commit is tried again: {}", failure.toString());
      current.doubted = doubtful(failure);
      current.notBeforeNanos = clock.nanos() + PAUSE.toNanos();
    } else {
      LOGGER.warn("a commit failed: {}", failure.toString());
      answer(current, sorted(current.settlements).result(current.committed));
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
    Set<TopicPartition> committed = committed(sorted(all), within, pause);
    if (waiting != null) {
      committed.addAll(waiting.committed);
      answer(waiting, sorted(waiting.settlements).result(committed));
    }
    return sorted(last).result(committed);
  }

  private Set<TopicPartition> committed(Sorted everything, Duration within, Runnable pause) {
    long deadline = clock.nanos() + within.toNanos();
    Set<TopicPartition> committed = new HashSet<>();
    Set<TopicPartition> over = new HashSet<>();
    Duration most = FIRST_TRY;
    while (true) {
      Map<TopicPartition, OffsetAndMetadata> slice = everything.slice(over);
      if (slice.isEmpty()) {
        return committed;
      }
      Duration left = Duration.ofNanos(deadline - clock.nanos());
      Exception failure = commitSync(slice, left.compareTo(most) < 0 ? left : most);
      if (failure == null) {
        committed.addAll(slice.keySet());
        over.addAll(slice.keySet());
      } else if (!retriable(failure) || deadline - clock.nanos() <= PAUSE.toNanos()) {
        LOGGER.warn("the commit of a revoke failed: {}", failure.toString());
        return committed;
      } else {
        Set<String> missing = doubtful(failure) ? vanished.missing(everything.topics()) : Set.of();
        // Their lanes are on their way out: nobody will ever go on there.
        if (!over.addAll(everything.partitionsOf(missing))) {
          pause.run();
        }
        most = TRY;
      }
    }
  }

  private Exception commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration within) {
    try {
      return questions.ask(
          within,
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

  /** True when a deleted topic could be behind it. */
  private static boolean doubtful(Exception failure) {
    // Waiting for the answer, the client itself has tried again and again what it takes for
    // passing.
    boolean doubtful = failure instanceof TimeoutException;
    for (Throwable cause = failure; cause != null && !doubtful; cause = cause.getCause()) {
      doubtful =
          cause instanceof UnknownTopicOrPartitionException
              || cause instanceof UnknownTopicIdException;
    }
    return doubtful;
  }

  private Sorted sorted(List<Settlement> settlements) {
    return new Sorted(settlements, assignment);
  }
}
