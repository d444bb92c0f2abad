package dev.sluice.kafka;

import dev.sluice.progress.Carried;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.ResumeState;
import dev.sluice.spi.StateStore;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store for the states that commits of new partitions refer to. A store that is away is
 * asked again until it answers, because a state that is only late must not be done over; one that
 * has nothing is believed. Never blocks. Confined to the poll thread.
 */
final class Recall {
  private static final Logger LOGGER = LoggerFactory.getLogger(Recall.class);
  private static final Duration WITHIN = Duration.ofSeconds(5);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Optional<StateStore> store;
  private final String group;
  private final StoredStates stored;
  private final Clock clock;
  private final Runnable answered;
  private final Map<TopicPartition, Asked> asked = new LinkedHashMap<>();

  private static final class Asked {
    final ResumePoint at;
    final String id;
    Future<Optional<byte[]>> answer;
    long notBeforeNanos;

    Asked(ResumePoint at, String id) {
      this.at = at;
      this.id = id;
    }
  }

  /**
   * @param stored is told what it need not put again
   * @param answered called from any thread when an answer of the store is there
   */
  Recall(
      Optional<StateStore> store,
      String group,
      StoredStates stored,
      Clock clock,
      Runnable answered) {
    this.store = store;
    this.group = group;
    this.stored = stored;
    this.clock = clock;
    this.answered = answered;
  }

  /**
   * A commit refers to an id.
   *
   * @param at where the partition goes on, without its states
   * @return true when the answer has to be waited for, see {@link #ready}
   */
  boolean ask(TopicPartition partition, ResumePoint at, String id) {
    if (store.isEmpty()) {
      LOGGER.warn(
          "a resume state of {} lies in a store, and there is no pipeline.resumeState any more: the"
              + " record at {} is done from its beginning",
          partition,
          at.position());
      return false;
    }
    Asked question = new Asked(at, id);
    asked.put(partition, question);
    send(partition, question);
    return true;
  }

  private void send(TopicPartition partition, Asked question) {
    try {
      question.answer =
          store
              .orElseThrow()
              .get(StoredStates.laneName(group, partition), question.id, WITHIN)
              .onComplete(done -> answered.run());
    } catch (RuntimeException e) {
      question.answer = Future.failedFuture(e);
    }
  }

  /** The partitions that wait for an answer. */
  Set<TopicPartition> waiting() {
    return asked.keySet();
  }

  /** Partitions are not this member's any more. */
  void forget(Collection<TopicPartition> partitions) {
    partitions.forEach(asked::remove);
  }

  /** The partitions whose states have come since, and where they go on. */
  Map<TopicPartition, ResumePoint> ready() {
    if (asked.isEmpty()) {
      return Map.of();
    }
    Map<TopicPartition, ResumePoint> ready = new HashMap<>();
    asked.forEach(
        (partition, question) -> {
          if (question.answer.succeeded()) {
            ready.put(partition, resolved(partition, question));
          } else if (question.answer.failed()) {
            again(partition, question);
          }
        });
    ready.keySet().forEach(asked::remove);
    return ready;
  }

  private void again(TopicPartition partition, Asked question) {
    long now = clock.nanos();
    if (question.notBeforeNanos == 0) {
      question.notBeforeNanos = now + AGAIN.toNanos();
      LOGGER.warn(
          "the resume state of {} can't be read yet, the partition waits: {}",
          partition,
          question.answer.cause() + "");
    } else if (now - question.notBeforeNanos >= 0) {
      question.notBeforeNanos = 0;
      send(partition, question);
    }
  }

  private ResumePoint resolved(TopicPartition partition, Asked question) {
    Optional<byte[]> bytes = question.answer.result();
    if (bytes.isEmpty()) {
      LOGGER.warn(
          "the resume state of {} is not in the store any more: the record at {} is done from its"
              + " beginning",
          partition,
          question.at.position());
      return question.at;
    }
    try {
      List<ResumeState> states = StateBytes.read(bytes.get());
      stored.opened(partition, question.id, states);
      Carried carried = new Carried(question.at.carried().beyond(), states);
      return new ResumePoint(question.at.position(), carried, question.at.previous());
    } catch (IllegalArgumentException e) {
      LOGGER.warn(
          "the resume state of {} can't be understood: {}; the record at {} is done from its"
              + " beginning",
          partition,
          e.getMessage(),
          question.at.position());
      return question.at;
    }
  }
}
