package dev.sluice.kafka;

import dev.sluice.progress.ResumeState;
import dev.sluice.spi.StateStore;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resume states of this member's partitions that are too large for a commit's metadata. They
 * are put into the store under an id of their own before a commit refers to it, and stay there
 * until the second commit after that is acknowledged: a commit that was overtaken may still set the
 * group back by one. The same states are put once, however often they are committed. Confined to
 * the poll thread.
 */
final class StoredStates {
  private static final Logger LOGGER = LoggerFactory.getLogger(StoredStates.class);
  private static final int REMEMBERED = 3;
  private static final Duration DROP_WITHIN = Duration.ofSeconds(30);

  private final Optional<StateStore> store;
  private final String group;
  private final Runnable answered;
  private final Map<TopicPartition, Lane> lanes = new HashMap<>();

  /** States under an id, on their way or stored. */
  private static final class Put {
    final String id;
    final List<ResumeState> states;
    final Future<Void> answer;
    boolean committed;

    Put(String id, List<ResumeState> states, Future<Void> answer) {
      this.id = id;
      this.states = states;
      this.answer = answer;
    }
  }

  private static final class Lane {
    final Deque<Put> puts = new ArrayDeque<>();
    String current;
    String previous;
  }

  /**
   * @param store empty when all states travel in the metadata
   * @param answered called from any thread when an answer of the store is there
   */
  StoredStates(Optional<StateStore> store, String group, Runnable answered) {
    this.store = store;
    this.group = group;
    this.answered = answered;
  }

  /** What the store calls a lane: groups share it under one pipeline's name. */
  static String laneName(String group, TopicPartition partition) {
    return group + "/" + Assignment.laneName(partition);
  }

  /** Whether a commit can only refer to these states. */
  boolean tooLarge(List<ResumeState> states) {
    return store.isPresent() && StateBytes.size(states) > StateText.MOST_BYTES;
  }

  /** The id under which states are stored, if they are. */
  Optional<String> id(TopicPartition partition, List<ResumeState> states) {
    Put put = find(partition, states);
    return put != null && put.answer.succeeded() ? Optional.of(put.id) : Optional.empty();
  }

  private Put find(TopicPartition partition, List<ResumeState> states) {
    Lane lane = lanes.get(partition);
    if (lane != null) {
      for (Put put : lane.puts) {
        if (!put.answer.failed() && put.states.equals(states)) {
          return put;
        }
      }
    }
    return null;
  }

  /**
   * Stores states, unless they are or are on their way.
   *
   * @return the store's answer, which comes within that time
   */
  Future<Void> put(TopicPartition partition, List<ResumeState> states, Duration within) {
    Put known = find(partition, states);
    if (known != null) {
      return known.answer;
    }
    String id = UUID.randomUUID().toString();
    Future<Void> answer = put(laneName(group, partition), id, states, within);
    remember(partition, new Put(id, List.copyOf(states), answer));
    return answer;
  }

  private Future<Void> put(String lane, String id, List<ResumeState> states, Duration within) {
    Future<Void> answer;
    try {
      answer = store.orElseThrow().put(lane, id, StateBytes.write(states), within);
    } catch (RuntimeException e) {
      answer = Future.failedFuture(e);
    }
    return answer
        .onFailure(
            failure -> LOGGER.warn("resume states of {} are not stored: {}", lane, failure + ""))
        .onComplete(done -> answered.run());
  }

  private void remember(TopicPartition partition, Put put) {
    Deque<Put> puts = lanes.computeIfAbsent(partition, p -> new Lane()).puts;
    puts.removeIf(earlier -> earlier.answer.failed());
    puts.addFirst(put);
    if (puts.size() > REMEMBERED) {
      puts.removeLast();
    }
  }

  /** A partition is this member's, and its commit refers to these states. */
  void opened(TopicPartition partition, String id, List<ResumeState> states) {
    Put put = new Put(id, states, Future.succeededFuture());
    put.committed = true;
    remember(partition, put);
    lanes.get(partition).current = id;
  }

  /** The group has acknowledged a commit that refers to an id, or to none. */
  void acknowledged(TopicPartition partition, Optional<String> id) {
    Lane lane = lanes.get(partition);
    if (lane == null) {
      return;
    }
    String now = id.orElse(null);
    if (now != null && now.equals(lane.current)) {
      return;
    }
    // What was committed twice ago can't come back, whatever overtook what.
    if (lane.previous != null && !lane.previous.equals(now)) {
      drop(partition, lane.previous);
    }
    lane.previous = lane.current;
    lane.current = now;
    // What was put for a later commit stays.
    lane.puts.removeIf(put -> put.committed && !put.id.equals(now));
    lane.puts.forEach(put -> put.committed |= put.id.equals(now));
    if (lane.current == null && lane.previous == null && lane.puts.isEmpty()) {
      lanes.remove(partition);
    }
  }

  private void drop(TopicPartition partition, String id) {
    String lane = laneName(group, partition);
    store
        .orElseThrow()
        .drop(lane, id, DROP_WITHIN)
        .onFailure(failure -> LOGGER.debug("old states of {} stay: {}", lane, failure + ""));
  }

  /** A partition is not this member's any more. */
  void forget(TopicPartition partition) {
    lanes.remove(partition);
  }
}
