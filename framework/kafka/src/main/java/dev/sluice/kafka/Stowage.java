package dev.sluice.kafka;

import dev.sluice.progress.Settlement;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * What a settle must have stored before it may be committed. It takes at most half of the settle's
 * time: the other half is for the commit of the lanes whose states are stored, or have none.
 * Confined to the poll thread.
 */
final class Stowage {
  private final List<Future<Void>> answers = new ArrayList<>();
  private final Clock clock;
  private final long deadlineNanos;

  private Stowage(Clock clock, long deadlineNanos) {
    this.clock = clock;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Begins to store what has to be.
   *
   * @param within the time of the whole settle
   */
  static Stowage of(
      List<Settlement> settlements,
      Assignment assignment,
      StoredStates stored,
      Clock clock,
      Duration within) {
    Duration half = within.dividedBy(2);
    Stowage stowage = new Stowage(clock, clock.nanos() + half.toNanos());
    for (Settlement settlement : settlements) {
      TopicPartition partition = assignment.partition(settlement.lane());
      if (partition != null
          && settlement instanceof Settlement.Done done
          && stored.tooLarge(done.carried().states())) {
        stowage.answers.add(stored.put(partition, done.carried().states(), half));
      }
    }
    return stowage;
  }

  /** Whether there is nothing more to wait for. */
  boolean over() {
    return answers.stream().allMatch(Future::isComplete) || deadlineNanos - clock.nanos() <= 0;
  }
}
