package dev.sluice.testkit.simulation;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.Ordering;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.WorkerHarness;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Arrays;

/** Many records through the real engine, with nothing but its own counters to look at. */
public final class LongHaul {
  private static final String[] LANES = {"a", "b", "c"};
  private static final int BATCH = 500;

  private LongHaul() {}

  /**
   * Runs three lanes to their end and counts.
   *
   * @param perLane records of each lane
   * @return received, settled, and unaccounted for
   */
  public static long[] run(boolean log, Ordering ordering, int perLane) {
    HarnessOptions options = log ? HarnessOptions.log() : HarnessOptions.queue();
    options.figures(
        f -> f.ordering(ordering).chunk(BATCH, 1L << 20, Duration.ZERO).limit(minute(), minute()));
    ChunkHandler<byte[]> handler =
        ChunkHandler.of(
            TaskLimits.limit(minute()), (chunk, context) -> Future.succeededFuture(Outcome.DONE));
    String[] batch = new String[BATCH];
    Arrays.fill(batch, "r");
    try (WorkerHarness<byte[]> harness = WorkerHarness.of(handler, Decoder.bytes(), options)) {
      for (int sent = 0; sent < perLane; sent += BATCH) {
        for (String lane : LANES) {
          harness.push(lane, batch);
        }
      }
      EngineCounts counts = harness.counts();
      return new long[] {counts.received(), counts.settled(), counts.unaccounted()};
    }
  }

  private static Duration minute() {
    return Duration.ofMinutes(1);
  }
}
