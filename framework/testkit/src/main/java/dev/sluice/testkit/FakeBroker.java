package dev.sluice.testkit;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A broker in memory: it outlives the sources and workers that are connected to it, so that a test
 * can kill one and start the next. Used by the thread that turns the loop.
 *
 * <pre>{@code
 * FakeBroker broker = FakeBroker.log();
 * broker.lane("orders-0").append("a", "b", "c");
 * }</pre>
 */
public final class FakeBroker {
  private final boolean log;
  private final boolean keeps;
  private final Map<String, FakeLane> lanes = new LinkedHashMap<>();

  private long keepsBeyond = Long.MAX_VALUE;

  private FakeBroker(boolean log, boolean keeps) {
    this.log = log;
    this.keeps = keeps;
  }

  /**
   * Lanes are logs, as Kafka's: settling a position settles everything before it, what a settlement
   * carries is kept, handing back costs nothing.
   */
  public static FakeBroker log() {
    return new FakeBroker(true, false);
  }

  /** Lanes are queues: every record is settled, or handed back, by itself. */
  public static FakeBroker queue() {
    return new FakeBroker(false, false);
  }

  /**
   * Lanes are queues that keep what has failed, as a table of jobs does; see {@link
   * FakeLane#jobs()}.
   */
  public static FakeBroker table() {
    return new FakeBroker(false, true);
  }

  /** Whether lanes keep what has failed. */
  public boolean keepsFailed() {
    return keeps;
  }

  /** Whether lanes are logs. */
  public boolean isLog() {
    return log;
  }

  /** How many positions behind a hole a log keeps; all of them unless said otherwise. */
  public void keepsBeyond(long positions) {
    keepsBeyond = positions;
  }

  long keepsBeyond() {
    return keepsBeyond;
  }

  /** A lane, made when it is asked for first. */
  public FakeLane lane(String name) {
    FakeLane lane = lanes.get(name);
    if (lane == null) {
      lane = log ? new LogLane(name) : new QueueLane(name, keeps);
      lanes.put(name, lane);
    }
    return lane;
  }

  /** All lanes. */
  public Collection<FakeLane> lanes() {
    return lanes.values();
  }

  /** Leaves positions of a log out, as compaction and transaction markers do. */
  public void gap(String name, int positions) {
    if (lane(name) instanceof LogLane lane) {
      lane.gap(positions);
    } else {
      throw new IllegalStateException(name + " is a queue: its positions have no gaps");
    }
  }

  /**
   * Takes lanes away from their owner, if those are still its own, without telling it: what a
   * session that expires looks like from the broker.
   */
  public void forget(Set<LaneRef> refs) {
    for (LaneRef ref : refs) {
      FakeLane lane = lane(ref.name());
      if (lane.owned(ref.generation())) {
        lane.unassign();
      }
    }
  }

  /** An owner has said where it goes on. */
  void place(LaneRef ref, long position) {
    FakeLane lane = lane(ref.name());
    if (lane.owned(ref.generation())) {
      lane.seek(position);
      lane.awaitPlace(false);
    }
  }

  /** Settles what is owned in the settlements' generations; the rest is stale. */
  SettleResult settle(List<Settlement> settlements) {
    List<Settlement> settled = new ArrayList<>(settlements.size());
    List<Settlement> stale = new ArrayList<>(0);
    for (Settlement settlement : settlements) {
      FakeLane lane = lane(settlement.lane().name());
      if (lane.owned(settlement.lane().generation())) {
        lane.settle(settlement);
        settled.add(settlement);
      } else {
        stale.add(settlement);
      }
    }
    return new SettleResult(settled, stale, List.of());
  }
}
