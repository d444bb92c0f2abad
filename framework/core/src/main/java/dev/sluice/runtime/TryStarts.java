package dev.sluice.runtime;

import java.time.Duration;
import java.util.function.Consumer;

/** Starts tries of one lane, with what watches over them. On the event loop. */
final class TryStarts<T> {
  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final Consumer<RunningTry<T>> onLimit;

  /**
   * @param onLimit is told when a try has reached its limit
   */
  TryStarts(LaneRun<T> lane, LaneParts<T> parts, Consumer<RunningTry<T>> onLimit) {
    this.lane = lane;
    this.parts = parts;
    this.onLimit = onLimit;
  }

  /** Starts a try; a place was admitted. */
  RunningTry<T> start(Work work, DecodedChunk<T> chunk, RunningTry.Listener<T> listener) {
    // Counted before the call: a handler that blocks the loop never comes back from it.
    parts.tally().triesInFlight.incrementAndGet();
    RunningTry<T> started;
    try {
      started =
          parts
              .launcher()
              .launch(
                  chunk,
                  work,
                  lane.account().resumeState(work.rest()),
                  lane,
                  parts.transacting().map(with -> with.footing(lane, parts.loop(), work.rest())),
                  listener);
    } catch (RuntimeException | Error e) {
      parts.tally().triesInFlight.decrementAndGet();
      throw e;
    }
    started.limitTimer(
        parts.limits().watch(started.progress().startedNanos(), () -> onLimit.accept(started)));
    parts.task().checkpointEvery().ifPresent(every -> watchCheckpoints(started, every));
    return started;
  }

  private void watchCheckpoints(RunningTry<T> started, Duration every) {
    CheckpointWatch<T> promise = new CheckpointWatch<>(parts, started, every);
    started.onEnd(promise::stop);
    promise.start();
  }
}
