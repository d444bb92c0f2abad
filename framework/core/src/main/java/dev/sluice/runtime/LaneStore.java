package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.TransactionStore;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The lanes of one engine as the store of its transactions has them: owned before they are opened,
 * passed before they are settled, owned again after somebody else took them by mistake. On the
 * event loop.
 */
final class LaneStore {
  /** A revoke whose time is over has this much left for the store. */
  private static final Duration LEAST = Duration.ofMillis(500);

  private final TransactionStore<?> store;
  private final Tenures tenures;
  private final Retaking retaking;
  private final StoreFirst storeFirst;
  private final Clock clock;
  private final Duration commit;

  /**
   * Of an engine whose source settles positions and whose handler works in transactions.
   *
   * @param lanes the engine's own map, looked at each time
   * @param confirm asks the source whether the lanes are ours
   * @param mayAsk false while it is not sure that lanes are ours, and in a drain
   * @param owned opens a lane where it goes on
   */
  static Optional<LaneStore> of(
      EngineSettings settings,
      EngineDependencies dependencies,
      Backoff backoff,
      Map<LaneRef, LaneRun<?>> lanes,
      Supplier<Future<Void>> confirm,
      BooleanSupplier mayAsk,
      BiConsumer<LaneRef, ResumePoint> owned) {
    return dependencies
        .transactions()
        .filter(store -> !settings.settling().individual())
        .map(
            store ->
                new LaneStore(
                    store, settings, dependencies, backoff, lanes, confirm, mayAsk, owned));
  }

  private LaneStore(
      TransactionStore<?> store,
      EngineSettings settings,
      EngineDependencies dependencies,
      Backoff backoff,
      Map<LaneRef, LaneRun<?>> lanes,
      Supplier<Future<Void>> confirm,
      BooleanSupplier mayAsk,
      BiConsumer<LaneRef, ResumePoint> owned) {
    this.store = store;
    this.clock = dependencies.clock();
    this.commit = settings.commit();
    this.tenures =
        new Tenures(
            store,
            clock,
            dependencies.timers(),
            dependencies.loop(),
            backoff,
            commit,
            mayAsk,
            owned);
    this.retaking =
        new Retaking(tenures, lanes, confirm, dependencies.loop(), dependencies.timers(), backoff);
    this.storeFirst =
        new StoreFirst(tenures, dependencies.source()::settle, retaking::fenced, clock);
  }

  /** What tries need. */
  Transacting transacting() {
    return new Transacting(store, Optional.of(tenures), retaking::fenced);
  }

  /** Settles with the source what the store has passed. */
  Settler.Way settling() {
    return storeFirst;
  }

  Future<ResumePoint> open(LaneRef lane, ResumePoint at) {
    return tenures.open(lane, at);
  }

  /** Whether nothing of a lane may start, because somebody else has taken it in the store. */
  boolean taken(LaneRef lane) {
    return tenures.taken(lane);
  }

  /** Lanes are being taken away: those that are not open yet are not opened. */
  void openNoMore(Collection<LaneRef> leaving) {
    tenures.openNoMore(leaving);
  }

  /** Lanes are gone. */
  void forget(Collection<LaneRef> gone) {
    tenures.forget(gone);
  }

  /** Nothing is opened any more. */
  void close() {
    tenures.close();
  }

  /**
   * The last settlements of lanes that the source takes away.
   *
   * @return completes with those that the source may settle
   */
  Future<List<Settlement>> passed(Future<List<Settlement>> last, long deadlineNanos) {
    return last.compose(settlements -> passed(settlements, deadlineNanos));
  }

  private Future<List<Settlement>> passed(List<Settlement> last, long deadlineNanos) {
    Duration left = Duration.ofNanos(deadlineNanos - clock.nanos());
    Duration bound = left.compareTo(LEAST) < 0 ? LEAST : left;
    return storeFirst.passed(last, bound.compareTo(commit) < 0 ? bound : commit);
  }
}
