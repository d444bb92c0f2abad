package dev.sluice.kafka;

import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.time.Clock;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits next positions, and the member's mark with them, one commit at a time: asynchronously
 * while records flow, synchronously once intake has stopped and inside a revoke. What can be tried
 * again is, within the budget of the settle: a broker in trouble, and a rebalance in progress,
 * which the next poll carries on. Marks that no settlement takes along are committed by themselves
 * and give way to the next settlement. Resume states that are too large to travel with a position
 * are stored before it is committed. Confined to the poll thread.
 */
final class Commits {
  private static final Logger LOGGER = LoggerFactory.getLogger(Commits.class);

  /** Between two tries of one commit. */
  static final Duration PAUSE = Duration.ofMillis(50);

  // After the first it is worth looking why; the others are long enough for any broker that answers
  // at all. In between the loop polls and shows life.
  static final Duration FIRST_TRY = Duration.ofSeconds(1);
  static final Duration TRY = Duration.ofSeconds(5);

  private static final Duration MARK_AGAIN = Duration.ofMillis(500);
  private static final Duration MARK_ANSWERED = Duration.ofSeconds(5);
  private static final Duration MARKS_OVERTAKEN = Duration.ofSeconds(1);
  private static final Duration MARKS_OF_A_REVOKE = Duration.ofSeconds(1);

  private final CommitCalls calls;
  private final Assignment assignment;
  private final Kept kept;
  private final StoredStates stored;
  private final Clock clock;
  private final MarkAsks asks;
  private final Consumer<Set<String>> whenVanished;
  private CommitAttempt attempt;
  private long marksNotBeforeNanos;
  private boolean marksInFlight;
  private long marksSentNanos;

  /**
   * @param whenVanished hears of topics that have been deleted, and takes their lanes away: what
   *     they have done can't be settled any more
   */
  Commits(
      CommitCalls calls,
      Assignment assignment,
      Kept kept,
      StoredStates stored,
      Clock clock,
      Consumer<Set<String>> whenVanished) {
    this.calls = calls;
    this.whenVanished = whenVanished;
    this.assignment = assignment;
    this.kept = kept;
    this.stored = stored;
    this.clock = clock;
    this.asks = new MarkAsks(kept, clock);
    this.marksNotBeforeNanos = clock.nanos();
  }

  /** Takes a settle of the engine; {@link #turn} carries it out. */
  void settle(List<Settlement> settlements, Duration within, Promise<SettleResult> answer) {
    long now = clock.nanos();
    // Marks that are on their way alone go with it once more.
    attempt = new CommitAttempt(settlements, answer, now + within.toNanos(), now);
  }

  /** Takes a mark; {@link #turn} writes it to all partitions. */
  void mark(OwnerMark mark, Duration within, Promise<Void> written) {
    kept.mark(mark);
    marksNotBeforeNanos = clock.nanos();
    asks.add(written, within);
    if (attempt != null && attempt.marksOnly()) {
      attempt = null;
    }
  }

  /** The consumer is closed: what waits is not settled, or nobody will ever know. */
  void abandon() {
    CommitAttempt waiting = attempt;
    if (waiting != null) {
      answer(waiting, SettleResult.failed(waiting.settlements));
    }
    asks.abandon();
  }

  /** True while something waits for its answer, so that the loop turns quickly. */
  boolean busy() {
    return attempt != null;
  }

  /**
   * Carries the current commit on by one step.
   *
   * @param sync settle synchronously: nothing flows any more, so an answer now beats throughput; a
   *     request under way is not waited for but sent again
   */
  void turn(boolean sync) {
    asks.turn();
    long now = clock.nanos();
    if (attempt == null && !kept.marked() && now - marksNotBeforeNanos >= 0) {
      attempt = marks(now);
    }
    CommitAttempt current = attempt;
    if (current == null || now - current.notBeforeNanos < 0) {
      return;
    }
    boolean waits = sync && !current.marksOnly();
    if (current.inFlight && !waits) {
      giveUpIfLate(current);
      return;
    }
    if (!waits && marksOvertaken(now)) {
      return;
    }
    if (current.stowage == null) {
      current.stowage = stow(current.settlements, current.left(clock));
    }
    if (!current.stowage.over()) {
      return;
    }
    dropVanished(current);
    Commit.Slice slice = commit(current).slice(current.committed);
    if (slice.isEmpty()) {
      answer(current);
    } else if (waits) {
      Duration most = current.tried && !calls.suspectsLoss() ? TRY : FIRST_TRY;
      current.tried = true;
      Duration left = current.left(clock);
      finish(current, slice, calls.sync(slice, left.compareTo(most) < 0 ? left : most));
    } else {
      send(current, slice);
    }
  }

  private Stowage stow(List<Settlement> settlements, Duration within) {
    return Stowage.of(settlements, assignment, stored, clock, within);
  }

  private Commit commit(CommitAttempt current) {
    return Commit.of(current.stowage.ready(current.settlements), assignment, kept)
        .with(kept.unmarked());
  }

  private void dropVanished(CommitAttempt current) {
    if (current.doubted) {
      current.doubted = false;
      Set<String> gone = calls.gone(commit(current));
      if (!gone.isEmpty()) {
        whenVanished.accept(gone);
      }
    }
  }

  private void send(CommitAttempt current, Commit.Slice slice) {
    current.inFlight = true;
    if (current.marksOnly()) {
      marksInFlight = true;
      marksSentNanos = clock.nanos();
    }
    calls.async(
        slice,
        failure -> {
          current.inFlight = false;
          marksInFlight &= !current.marksOnly();
          finish(current, slice, failure);
        });
  }

  /** Marks on their way carry positions: what overtook them could be set back by them. */
  private boolean marksOvertaken(long now) {
    return marksInFlight && now - marksSentNanos < MARKS_OVERTAKEN.toNanos();
  }

  private CommitAttempt marks(long now) {
    marksNotBeforeNanos = now + MARK_AGAIN.toNanos();
    return new CommitAttempt(List.of(), Promise.promise(), now + MARK_ANSWERED.toNanos(), now);
  }

  /** The client itself would wait longer for an answer than the engine may. */
  private void giveUpIfLate(CommitAttempt current) {
    if (current.left(clock).isNegative()) {
      LOGGER.atLevel(current.troubleLevel()).log("a commit was not answered in time");
      answer(current);
    }
  }

  private void finish(CommitAttempt current, Commit.Slice slice, Exception failure) {
    if (failure == null) {
      kept.acknowledged(slice.entries());
      asks.turn();
    }
    if (current != attempt) {
      return;
    }
    if (failure == null) {
      current.committed.addAll(slice.wire().keySet());
      if (commit(current).slice(current.committed).isEmpty()) {
        answer(current);
      }
    } else if (!current.marksOnly()
        && (calls.retriable(failure) || failure instanceof CommitFailedException)
        && current.left(clock).compareTo(PAUSE) > 0) {
      // After a failed commit the next poll tells whether the lanes are lost, which makes what is
      // settled here stale, or only the member's epoch had moved on.
      LOGGER.debug("a commit is tried again: {}", failure.toString());
      current.doubted = CommitCalls.doubtful(failure);
      current.notBeforeNanos = clock.nanos() + PAUSE.toNanos();
    } else {
      LOGGER.atLevel(current.troubleLevel()).log("a commit failed: {}", failure.toString());
      answer(current);
    }
  }

  /** What is committed by now is settled, the rest is not. */
  private void answer(CommitAttempt current) {
    answer(current, result(current.settlements, current.stowage, current.committed));
  }

  private SettleResult result(
      List<Settlement> settlements, Stowage stowage, Set<TopicPartition> committed) {
    Commit commit = Commit.of(stowage.ready(settlements), assignment, kept);
    return stowage.completed(settlements, commit.result(committed));
  }

  private void answer(CommitAttempt current, SettleResult result) {
    attempt = null;
    current.answer.complete(result);
  }

  /**
   * The last commit of lanes that are taken away, inside the revoke callback; it says that their
   * owner has left them. A settle that waits for its answer is answered by it too: positions are
   * cumulative and this one sends them all.
   *
   * @param leaving the partitions that are taken away
   * @param pause serves commands and waits a little, between two tries and for the store
   * @return what became of {@code last}
   */
  SettleResult revoke(
      Collection<TopicPartition> leaving, List<Settlement> last, Duration within, Runnable pause) {
    CommitAttempt waiting = attempt;
    List<Settlement> all = new ArrayList<>();
    if (waiting != null) {
      all.addAll(waiting.settlements);
    }
    all.addAll(last);
    long deadline = clock.nanos() + within.toNanos();
    Stowage stowage = stow(all, within);
    while (!stowage.over()) {
      if (calls.over()) {
        stowage.giveUp();
      } else {
        pause.run();
      }
    }
    Duration rest = Duration.ofNanos(deadline - clock.nanos());
    Commit everything =
        Commit.of(stowage.ready(all), assignment, kept).with(kept.again(leaving)).leaving(leaving);
    boolean bounded = all.isEmpty() && rest.compareTo(MARKS_OF_A_REVOKE) > 0;
    Set<TopicPartition> committed =
        new LastCommit(calls, kept, clock, pause)
            .run(everything, bounded ? MARKS_OF_A_REVOKE : rest);
    // What was under way before may have been answered meanwhile.
    if (waiting != null && waiting == attempt) {
      if (waiting.stowage == null || !waiting.stowage.over()) {
        waiting.stowage = stowage;
      }
      waiting.committed.addAll(committed);
      answer(waiting);
    }
    return result(last, stowage, committed);
  }
}
