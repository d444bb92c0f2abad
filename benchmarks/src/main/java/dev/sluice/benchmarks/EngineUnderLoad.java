package dev.sluice.benchmarks;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EnginePorts;
import dev.sluice.spi.Batch;
import dev.sluice.testkit.ManualDeadline;
import dev.sluice.testkit.ManualLoop;
import dev.sluice.testkit.ManualTimers;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The real engine on a loop that the caller's thread turns, with lanes that are delivered as much
 * as asked. Used by one thread.
 */
final class EngineUnderLoad {
  private final ManualLoop loop = new ManualLoop();
  private final SkippingClock clock = new SkippingClock();
  private final ManualTimers timers = new ManualTimers(clock, loop);
  private final ReadySource source = new ReadySource();
  private final EngineAssembly<byte[]> assembly;
  private final LaneRef[] lanes;
  private final long[] positions;

  EngineUnderLoad(EngineFigures figures, ChunkHandler<byte[]> handler, int laneCount) {
    assembly =
        new EngineAssembly<>(
            figures,
            handler,
            Decoder.bytes(),
            source,
            new EnginePorts(
                loop,
                clock,
                timers,
                Optional.empty(),
                cause -> false,
                Runnable::run,
                new Random(1),
                new ManualDeadline(),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)));
    lanes = new LaneRef[laneCount];
    positions = new long[laneCount];
    loop.run(() -> assembly.start(Duration.ofSeconds(1)));
    for (int i = 0; i < laneCount; i++) {
      lanes[i] = new LaneRef("lane-" + i, 1);
      source.engine().laneOpened(lanes[i], ResumePoint.at(0));
    }
    loop.turnAll();
  }

  /** One poll: a batch of each lane's template, one after the other in its lane. */
  void deliver(PreparedBatch[] templates) {
    Map<LaneRef, Batch> batches = new LinkedHashMap<>();
    for (int i = 0; i < lanes.length; i++) {
      Batch batch = templates[i % templates.length].at(positions[i]);
      positions[i] = batch.nextPosition();
      batches.put(lanes[i], batch);
    }
    source.engine().batches(batches);
    loop.turnAll();
  }

  /** Lets time pass: what has lingered for so long starts. */
  void pass(Duration time) {
    clock.skip(time);
    timers.fireDue();
    loop.turnAll();
  }

  EngineCounts counts() {
    return assembly.counts();
  }

  /**
   * Holds the engine against what was delivered.
   *
   * @throws IllegalStateException when something is not settled, lost, or was refused
   */
  void requireAllSettled() {
    long delivered = 0;
    for (long position : positions) {
      delivered += position;
    }
    EngineCounts counts = counts();
    boolean whole =
        source.settled() == delivered
            && counts.settled() == delivered
            && counts.unaccounted() == 0
            && source.paused() == 0
            && assembly.halted().isEmpty();
    if (!whole) {
      throw new IllegalStateException(
          "delivered " + delivered + " records, but " + counts + " and " + assembly.halted());
    }
  }
}
