package dev.sluice.runtime;

import java.time.Duration;

/**
 * Watches a handler that the engine has stopped waiting for: it should end by limit + commit. One
 * that does not holds its place for good, which stops its lane and fails liveness. On the event
 * loop.
 */
final class HandlerWatch<T> {
  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private RunningTry<T> watched;
  private boolean stuck;

  HandlerWatch(LaneRun<T> lane, LaneParts<T> parts) {
    this.lane = lane;
    this.parts = parts;
  }

  /** The engine has stopped waiting for a try. */
  void watch(RunningTry<T> killed) {
    watched = killed;
    Duration latest = parts.task().limit().plus(parts.settings().commit());
    killed.limitTimer(
        parts.timers().once(latest.minus(killed.progress().age()), () -> neverEnded(killed)));
  }

  /** The handler has ended at last. */
  void ended() {
    watched = null;
    if (stuck) {
      stuck = false;
      parts.host().stuckHandlers(-1);
    }
  }

  private void neverEnded(RunningTry<T> abandoned) {
    if (abandoned != watched || parts.host().draining()) {
      return;
    }
    // Also on a lane that is gone: the handler holds its place among the running tries for good.
    stuck = true;
    parts.host().stuckHandlers(1);
    lane.halt(
        "handler "
            + parts.task().handler()
            + " has not ended "
            + abandoned.progress().age().toSeconds()
            + " s after its start on "
            + lane.ref().name()
            + ", beyond limit + commit: the process needs a restart");
  }
}
