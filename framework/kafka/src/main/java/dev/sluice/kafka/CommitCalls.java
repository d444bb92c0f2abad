package dev.sluice.kafka;

import java.time.Duration;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;

/** Calls of the consumer that commit, and what their failures mean. Confined to the poll thread. */
final class CommitCalls {
  private final Consumer<byte[], byte[]> consumer;
  private final Questions questions;
  private final Closing closing;
  private final VanishedTopics vanished;

  CommitCalls(
      Consumer<byte[], byte[]> consumer,
      Questions questions,
      Closing closing,
      VanishedTopics vanished) {
    this.consumer = consumer;
    this.questions = questions;
    this.closing = closing;
    this.vanished = vanished;
  }

  /**
   * Commits in the background.
   *
   * @param answered is told inside a later poll or commit, with the failure or null
   */
  void async(Commit.Slice slice, java.util.function.Consumer<Exception> answered) {
    consumer.commitAsync(slice.wire(), (offsets, failure) -> answered.accept(failure));
  }

  /**
   * Commits once.
   *
   * @return why it failed, or null
   */
  Exception sync(Commit.Slice slice, Duration within) {
    try {
      return questions.ask(
          within,
          bound -> {
            consumer.commitSync(slice.wire(), bound);
            return null;
          });
    } catch (KafkaException e) {
      return e;
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

  /** True when a deleted topic could be behind it. */
  static boolean doubtful(Exception failure) {
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

  /** The topics of a commit that are not there. Blocks for a second. */
  Set<String> missing(Commit commit) {
    return vanished.missing(commit.topics());
  }

  /** The topics of a commit that have been missing for a while. Blocks for a second. */
  Set<String> gone(Commit commit) {
    return vanished.gone(commit.topics());
  }

  /** True while a topic is missing and not yet believed to be gone. */
  boolean suspectsLoss() {
    return vanished.suspected();
  }
}
