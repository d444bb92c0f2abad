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
    final Placement.Place place;
    final String id;
    Future<Optional<byte[]>> answer;
    long notBeforeNanos;

    Asked(Placement.Place place, String id) {
      this.place = place;
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
   * @param place where the partition goes on, without its states
   * @return true when the answer has to be waited for, see {@link #ready}
   */
  boolean ask(TopicPartition partition, Placement.Place place, String id) {
    if (store.isEmpty()) {
      LOGGER.warn(
          "a resume state of {} lies in a store, and there is no pipeline.resumeState any more: the"
              + " record at {} is done from its beginning",
          partition,
          place.at().position());
      return false;
    }
    Asked question = new Asked(place, id);
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
  Map<TopicPartition, Placement.Place> ready() {
    if (asked.isEmpty()) {
      return Map.of();
    }
    Map<TopicPartition, Placement.Place> ready = new HashMap<>();
    asked.forEach(
        (partition, question) -> {
          if (question.answer.succeeded()) {
            ready.put(
                partition,
                new Placement.Place(resolved(partition, question), question.place.range()));
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
    ResumePoint at = question.place.at();
    Optional<byte[]> bytes = question.answer.result();
    if (bytes.isEmpty()) {
      LOGGER.warn(
          "the resume state of {} is not in the store any more: the record at {} is done from its"
              + " beginning",
          partition,
          at.position());
      return at;
    }
    try {
      List<ResumeState> states = StateBytes.read(bytes.get());
      stored.opened(partition, question.id, states);
      Carried carried = new Carried(at.carried().beyond(), states);
      return new ResumePoint(at.position(), carried, at.previous());
    } catch (IllegalArgumentException e) {
      LOGGER.warn(
          "the resume state of {} can't be understood: {}; the record at {} is done from its"
              + " beginning",
          partition,
          e.getMessage(),
          at.position());
      return at;
    }
  }
}
