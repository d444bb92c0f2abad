package dev.sluice.runtime;

import dev.sluice.drain.LaneState;
import dev.sluice.spi.Source;
import java.util.Collection;

/**
 * Pauses lanes at the source when they hold enough, each by itself or all together, and resumes
 * them when half of that is worked off. What the engine holds beyond the running chunks is so
 * bounded by its settings and what was on its way when a lane was paused. On the event loop.
 */
final class Appetite<T> {
  private final EngineSettings settings;
  private final Source source;
  private final Collection<LaneRun<T>> lanes;
  private long records;
  private long bytes;
  private int pausedLanes;

  /**
   * @param lanes the engine's lanes, looked at each time
   */
  Appetite(EngineSettings settings, Source source, Collection<LaneRun<T>> lanes) {
    this.settings = settings;
    this.source = source;
    this.lanes = lanes;
  }

  /**
   * What a lane holds has changed.
   *
   * @param draining nothing is paused or resumed any more
   */
  void changed(LaneRun<T> lane, long moreRecords, long moreBytes, boolean draining) {
    records += moreRecords;
    bytes += moreBytes;
    if (draining) {
      return;
    }
    if (full(lane)) {
      pause(lane);
    }
    if (moreRecords < 0 && pausedLanes > 0 && !overHalf()) {
      resumeAll();
    }
  }

  private void resumeAll() {
    lanes.forEach(this::resume);
    // Counted anew, because lanes also leave while they are paused.
    pausedLanes = (int) lanes.stream().filter(LaneRun::paused).count();
  }

  private boolean full(LaneRun<T> lane) {
    return lane.bufferedRecords() >= ample()
        || records >= settings.maxRecords()
        || bytes >= settings.maxBytes();
  }

  private boolean overHalf() {
    return records > settings.maxRecords() / 2 || bytes > settings.maxBytes() / 2;
  }

  private long ample() {
    return 2L * settings.chunkRecords();
  }

  private void pause(LaneRun<T> lane) {
    if (!lane.paused() && lane.state() instanceof LaneState.Open) {
      lane.paused(true);
      pausedLanes++;
      source.pause(lane.ref());
    }
  }

  private void resume(LaneRun<T> lane) {
    if (lane.paused()
        && lane.state() instanceof LaneState.Open
        && lane.bufferedRecords() < settings.chunkRecords()) {
      lane.paused(false);
      pausedLanes--;
      source.resume(lane.ref());
    }
  }
}
