package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The ledgers of all lanes, as the settler sees them. On the event loop. */
final class LaneBooks implements Settler.Books {
  private final Map<LaneRef, LaneRun<?>> lanes;
  private final Tally tally;
  private final Consumer<LaneRef> lost;
  private final boolean individual;

  /**
   * @param lanes the engine's own map, looked at each time
   * @param lost hears of lanes that turn out not to be ours any more
   * @param individual a stale settlement concerns its records, not the lane
   */
  LaneBooks(
      Map<LaneRef, LaneRun<?>> lanes, Tally tally, Consumer<LaneRef> lost, boolean individual) {
    this.lanes = lanes;
    this.tally = tally;
    this.lost = lost;
    this.individual = individual;
  }

  @Override
  public List<Settlement> take() {
    List<Settlement> settlements = new ArrayList<>();
    for (LaneRun<?> lane : lanes.values()) {
      settlements.addAll(lane.takeSettlements());
    }
    return settlements;
  }

  @Override
  public void answered(SettleResult result) {
    for (Settlement settled : result.settled()) {
      lane(settled).ifPresent(lane -> lane.settled(settled));
    }
    for (Settlement stale : result.stale()) {
      tally.stale.addAndGet(stale.records());
      if (individual) {
        lane(stale).ifPresent(lane -> lane.stale(stale));
      } else {
        lost.accept(stale.lane());
      }
    }
    for (Settlement failed : result.failed()) {
      lane(failed).ifPresent(lane -> lane.settleFailed(failed));
    }
  }

  private Optional<LaneRun<?>> lane(Settlement settlement) {
    return Optional.ofNullable(lanes.get(settlement.lane()));
  }

  @Override
  public boolean dirty() {
    return lanes.values().stream().anyMatch(LaneRun::dirty);
  }
}
