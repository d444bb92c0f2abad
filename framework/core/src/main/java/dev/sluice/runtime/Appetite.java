package dev.sluice.runtime;

import dev.sluice.drain.LaneState;
import dev.sluice.spi.Source;

/**
 * Pauses a lane at the source when it holds enough and resumes it when it has worked off half of
 * that, so that what the engine holds is bounded in records and in bytes. On the event loop.
 */
final class Appetite<T> {
  private final EngineSettings settings;
  private final Source source;

  Appetite(EngineSettings settings, Source source) {
    this.settings = settings;
    this.source = source;
  }

  /**
   * Looks at one lane.
   *
   * @param lanes how many share the bounds
   * @param draining nothing is resumed any more
   */
  void balance(LaneRun<T> lane, int lanes, boolean draining) {
    if (draining || !(lane.state() instanceof LaneState.Open)) {
      return;
    }
    int sharing = Math.max(1, lanes);
    long ample =
        Math.max(
            settings.chunkRecords(),
            Math.min(2L * settings.chunkRecords(), settings.maxRecords() / sharing));
    long share = Math.max(settings.chunkBytes(), settings.maxBytes() / sharing);
    if (!lane.paused()) {
      if (lane.bufferedRecords() >= ample || lane.bufferedBytes() >= share) {
        lane.paused(true);
        source.pause(lane.ref());
      }
    } else if (lane.bufferedRecords() < Math.max(1, ample / 2)
        && lane.bufferedBytes() <= share / 2) {
      lane.paused(false);
      source.resume(lane.ref());
    }
  }
}
