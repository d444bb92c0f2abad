package dev.sluice.runtime;

import dev.sluice.drain.LaneState;
import dev.sluice.spi.Source;
import java.util.Collection;

/**
 * Pauses lanes at the source when they hold enough, each by itself or all together, and resumes
 * them when half of that is worked off. What the engine holds, running and waiting, is so bounded
 * by its settings and what was on its way when a lane was paused. On the event loop.
 */
final class Appetite<T> {
  private final EngineSettings settings;
  private final Source source;
  private final Collection<LaneRun<T>> lanes;
  private long records;
  private long bytes;
  private int pausedLanes;
  private boolean suspended;

  /**
   * @param lanes the engine's lanes, looked at each time
   */
  Appetite(EngineSettings settings, Source source, Collection<LaneRun<T>> lanes) {
    this.settings = settings;
    this.source = source;
    this.lanes = lanes;
  }

  /**
   * What a lane holds may have changed.
   *
   * @param draining nothing is paused or resumed any more
   */
  void changed(LaneRun<T> lane, boolean draining) {
    LaneLoad load = lane.account().load();
    // A lane that ends has given away what it had not started: only the rest is held.
    boolean open = lane.state() instanceof LaneState.Open;
    long nowRecords = open ? lane.ledger().span() : lane.held();
    long nowBytes = open ? load.bytes() : 0;
    records += nowRecords - load.toldRecords();
    bytes += nowBytes - load.toldBytes();
    load.told(nowRecords, nowBytes);
    if (draining) {
      return;
    }
    if (full(lane)) {
      pause(lane);
    }
    if (pausedLanes > 0 && !suspended && !overHalf()) {
      resumeAll();
    }
  }

  /** Pauses every lane, or lets all go on that don't hold enough. */
  void suspend(boolean now) {
    suspended = now;
    if (now) {
      lanes.forEach(this::pause);
    } else if (!overHalf()) {
      resumeAll();
    }
  }

  private void resumeAll() {
    lanes.forEach(this::resume);
    // Counted anew, because lanes also leave while they are paused.
    pausedLanes = (int) lanes.stream().filter(lane -> lane.account().load().paused()).count();
  }

  private boolean full(LaneRun<T> lane) {
    return suspended
        || lane.bufferedRecords() >= ample()
        || records >= settings.maxRecords()
        || bytes >= settings.maxBytes();
  }

  private boolean overHalf() {
    return records > settings.maxRecords() / 2 || bytes > settings.maxBytes() / 2;
  }

  /** A lane whose chunks run side by side may hold its share of everything. */
  private long ample() {
    long two = 2L * settings.chunkRecords();
    return settings.ordering() == dev.sluice.config.Ordering.LANE
        ? two
        : Math.max(two, settings.maxRecords() / Math.max(1, lanes.size()));
  }

  private void pause(LaneRun<T> lane) {
    if (!lane.account().load().paused() && lane.state() instanceof LaneState.Open) {
      lane.account().load().paused(true);
      pausedLanes++;
      source.pause(lane.ref());
    }
  }

  private void resume(LaneRun<T> lane) {
    if (lane.account().load().paused()
        && lane.state() instanceof LaneState.Open
        && lane.bufferedRecords() < ample() / 2) {
      lane.account().load().paused(false);
      pausedLanes--;
      source.resume(lane.ref());
    }
  }
}
