package dev.sluice.kafka;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * What a settle must have stored before it may be committed. It takes at most half of the settle's
 * time: the other half is for the commit of the lanes whose states are stored, or have none. Once
 * it is over, what was not stored by then stays withheld, whatever the store still says: the settle
 * must not be answered as if it had been committed. Confined to the poll thread.
 */
final class Stowage {
  private record Asked(Settlement settlement, Future<Void> answer) {}

  private final List<Asked> asked = new ArrayList<>();
  private final Clock clock;
  private final long deadlineNanos;
  private List<Settlement> withheld;

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
        Future<Void> answer = stored.put(partition, done.carried().states(), half);
        stowage.asked.add(new Asked(settlement, answer));
      }
    }
    return stowage;
  }

  /** Whether there is nothing more to wait for. */
  boolean over() {
    if (withheld == null
        && (asked.stream().allMatch(each -> each.answer.isComplete())
            || deadlineNanos - clock.nanos() <= 0)) {
      giveUp();
    }
    return withheld != null;
  }

  /** Waits no more: what is not stored yet is withheld. */
  void giveUp() {
    withheld =
        asked.stream()
            .filter(each -> !each.answer.succeeded())
            .map(each -> each.settlement)
            .toList();
  }

  /** Those of some settlements that may be committed. */
  List<Settlement> ready(List<Settlement> settlements) {
    return settlements.stream().filter(each -> !held(each)).toList();
  }

  /** The answer to settlements, from that to those of them that were ready. */
  SettleResult completed(List<Settlement> settlements, SettleResult ready) {
    List<Settlement> failed = new ArrayList<>(ready.failed());
    settlements.stream().filter(this::held).forEach(failed::add);
    return new SettleResult(ready.settled(), ready.stale(), failed);
  }

  private boolean held(Settlement settlement) {
    return withheld.stream().anyMatch(each -> each == settlement);
  }
}
