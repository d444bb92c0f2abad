package dev.sluice.kafka;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

/** Calls of the consumer that commit. Confined to the poll thread. */
final class CommitCalls {
  private static final Logger LOGGER = LoggerFactory.getLogger(CommitCalls.class);

  /** Between two tries of one commit. */
  static final Duration PAUSE = Duration.ofMillis(50);

  // Long enough for any broker that answers at all; in between the loop polls and shows life.
  private static final Duration SLICE = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final Clock clock;
  private final Questions questions;
  private final Closing closing;

  CommitCalls(
      Consumer<byte[], byte[]> consumer, Clock clock, Questions questions, Closing closing) {
    this.consumer = consumer;
    this.clock = clock;
    this.questions = questions;
    this.closing = closing;
  }

  /**
   * Commits in the background.
   *
   * @param answered is told inside a later poll or commit, with the first failure or null
   */
  void async(Commit commit, java.util.function.Consumer<Exception> answered) {
    List<Map<TopicPartition, OffsetAndMetadata>> requests = Requests.of(commit.entries());
    Answers answers = new Answers(requests.size(), answered);
    requests.forEach(request -> consumer.commitAsync(request, (offsets, e) -> answers.one(e)));
  }

  private static final class Answers {
    private final java.util.function.Consumer<Exception> all;
    private int outstanding;
    private Exception first;

    Answers(int outstanding, java.util.function.Consumer<Exception> all) {
      this.outstanding = outstanding;
      this.all = all;
    }

    void one(Exception failure) {
      first = first == null ? failure : first;
      if (--outstanding == 0) {
        all.accept(first);
      }
    }
  }

  /**
   * Commits once.
   *
   * @return why it failed, or null
   */
  Exception sync(Commit commit, Duration within) {
    long deadline = clock.nanos() + within.toNanos();
    for (Map<TopicPartition, OffsetAndMetadata> request : Requests.of(commit.entries())) {
      Exception failure = sync(request, Duration.ofNanos(deadline - clock.nanos()));
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }

  private Exception sync(Map<TopicPartition, OffsetAndMetadata> request, Duration within) {
    try {
      return questions.ask(
          within.compareTo(SLICE) < 0 ? within : SLICE,
          bound -> {
            consumer.commitSync(request, bound);
            return null;
          });
    } catch (KafkaException e) {
      return e;
    }
  }

  /**
   * Commits, again and again until it is done or its time is over.
   *
   * @param pause waits a little between two tries
   * @return whether it is done
   */
  boolean sync(Commit commit, Duration within, Runnable pause) {
    long deadline = clock.nanos() + within.toNanos();
    while (true) {
      Exception failure = sync(commit, Duration.ofNanos(deadline - clock.nanos()));
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

  /** Whether the source is being closed, so that waiting has no purpose any more. */
  boolean over() {
    return closing.begun();
  }

  /** Whether the same commit may succeed a little later. */
  boolean retriable(Exception failure) {
    return !closing.begun()
        && (failure instanceof RetriableException
            || failure instanceof RebalanceInProgressException
            || failure instanceof WakeupException
            || failure instanceof StaleMemberEpochException);
  }
}
