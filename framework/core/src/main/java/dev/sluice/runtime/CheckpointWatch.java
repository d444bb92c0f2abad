package dev.sluice.runtime;

import dev.sluice.time.Timers;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the promise of {@code checkpointEvery}: a drain counts on it, so a handler that does not
 * keep it makes the whole shutdown chain wrong. On the event loop, one timer a try.
 */
final class CheckpointWatch<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(CheckpointWatch.class);

  private final LaneParts<T> parts;
  private final RunningTry<T> running;
  private final Duration every;
  private Timers.Timer timer = () -> {};

  CheckpointWatch(LaneParts<T> parts, RunningTry<T> running, Duration every) {
    this.parts = parts;
    this.running = running;
    this.every = every;
  }

  /** Starts to watch; ends by itself with the try. */
  void start() {
    arm(every.minus(running.progress().sinceCheckpoint()));
  }

  private void arm(Duration in) {
    timer = parts.timers().once(in, this::look);
  }

  void stop() {
    timer.cancel();
  }

  private void look() {
    if (running.handlerEnded() || !running.progress().alive()) {
      return;
    }
    Duration gap = running.progress().sinceCheckpoint();
    if (gap.compareTo(every) < 0) {
      arm(every.minus(gap));
      return;
    }
    parts.tally().lateCheckpoints.incrementAndGet();
    LOGGER
        .atWarn()
        .addKeyValue("lane", running.progress().chunk().lane())
        .addKeyValue("gapMs", gap.toMillis())
        .addKeyValue("promisedMs", every.toMillis())
        .addKeyValue("ageMs", running.progress().age().toMillis())
        .log(
            "handler {} promised a checkpoint every {} and has made none for {}: a stop would be"
                + " cut there",
            parts.task().handler(),
            every,
            gap);
    arm(every);
  }
}
