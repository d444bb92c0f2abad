package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.TransactionStore.Fenced;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Moves the store's position of a lane before the source's: what has ended without a transaction is
 * not handled again by whoever the store tells where to go on, and the source never knows more than
 * the store. On the event loop.
 */
final class StoreFirst implements Settler.Way {
  private final Tenures tenures;
  private final Settler.Way source;
  private final BiConsumer<LaneRef, LaneClaim> fenced;
  private final Clock clock;

  private record Asked(Settlement settlement, Future<Void> passed) {}

  /**
   * @param source tells the source
   * @param fenced hears of claims that the store has refused
   */
  StoreFirst(
      Tenures tenures, Settler.Way source, BiConsumer<LaneRef, LaneClaim> fenced, Clock clock) {
    this.tenures = tenures;
    this.source = source;
    this.fenced = fenced;
    this.clock = clock;
  }

  @Override
  public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    long began = clock.nanos();
    List<Asked> all = pass(settlements, within);
    if (all.stream().allMatch(each -> each.passed.succeeded())) {
      return source.settle(settlements, within);
    }
    return answered(all)
        .compose(
            done -> {
              List<Settlement> failed = select(all, false);
              List<Settlement> passed = select(all, true);
              if (passed.isEmpty()) {
                return Future.succeededFuture(SettleResult.failed(failed));
              }
              return source
                  .settle(passed, atLeast(within.minus(clock.since(began))))
                  .map(result -> with(result, failed));
            });
  }

  /**
   * As before a settle that the source makes by itself.
   *
   * @return completes on the loop with those that the source may settle
   */
  Future<List<Settlement>> passed(List<Settlement> settlements, Duration within) {
    List<Asked> all = pass(settlements, within);
    return answered(all).map(done -> select(all, true));
  }

  private List<Asked> pass(List<Settlement> settlements, Duration within) {
    List<Asked> all = new ArrayList<>(settlements.size());
    for (Settlement settlement : settlements) {
      Tenure tenure = tenures.of(settlement.lane());
      all.add(
          new Asked(
              settlement,
              tenure == null
                  ? Future.succeededFuture()
                  : pass(tenure, settlement.next(), atLeast(within))));
    }
    return all;
  }

  private Future<Void> pass(Tenure tenure, long next, Duration within) {
    LaneClaim claim = tenure.claim();
    return tenures
        .pass(tenure, next, within)
        .onFailure(
            cause -> {
              if (cause instanceof Fenced) {
                fenced.accept(tenure.lane(), claim);
              }
            });
  }

  private static Duration atLeast(Duration within) {
    Duration least = Duration.ofMillis(1);
    return within.compareTo(least) < 0 ? least : within;
  }

  private static Future<Void> answered(List<Asked> all) {
    return Future.join(all.stream().map(Asked::passed).toList()).<Void>mapEmpty().otherwiseEmpty();
  }

  private static List<Settlement> select(List<Asked> all, boolean succeeded) {
    return all.stream()
        .filter(each -> each.passed.succeeded() == succeeded)
        .map(Asked::settlement)
        .toList();
  }

  private static SettleResult with(SettleResult result, List<Settlement> failed) {
    List<Settlement> both = new ArrayList<>(result.failed());
    both.addAll(failed);
    return new SettleResult(result.settled(), result.stale(), both);
  }
}
