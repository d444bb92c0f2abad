package dev.sluice.benchmarks;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.Ordering;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.runtime.EngineFigures;
import io.vertx.core.Promise;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Locale;

/**
 * What an engine holds on its heap when keys run side by side, and whether that depends on how many
 * keys there are: a handler that is never done, so many chunks in flight, the same number of
 * records held either way.
 */
public final class KeysHeap {
  private static final int LANES = 6;
  private static final int BATCH = 500;
  private static final int VALUE_BYTES = 100;
  private static final int COLLECTIONS = 4;

  private KeysHeap() {}

  /**
   * How much is measured.
   *
   * @param chunks in flight
   * @param records held, at least; whole polls are delivered
   * @param fewKeys distinct keys the first time
   * @param manyKeys distinct keys the second time
   */
  record Scale(int chunks, int records, int fewKeys, int manyKeys) {
    /** What the documentation tells of. */
    static final Scale FULL = new Scale(1_000, 300_000, 10_000, 100_000);
  }

  /** Prints the figures as JSON. */
  public static void main(String[] args) {
    System.out.print(Figures.write(measure(Scale.FULL)));
  }

  static Figures.Heap measure(Scale scale) {
    // Classes are loaded and code is compiled before anything counts.
    held(new Scale(scale.chunks(), scale.records() / 10, scale.fewKeys(), 0), scale.fewKeys());
    long few = held(scale, scale.fewKeys());
    long many = held(scale, scale.manyKeys());
    return new Figures.Heap(
        scale.chunks(),
        polls(scale) * LANES * BATCH,
        scale.fewKeys(),
        few,
        scale.manyKeys(),
        many,
        Math.round(1000.0 * many / few) / 1000.0);
  }

  private static int polls(Scale scale) {
    return (scale.records() + LANES * BATCH - 1) / (LANES * BATCH);
  }

  /** Bytes that go when the engine, with all it holds, goes. */
  private static long held(Scale scale, int keys) {
    long with = usedWithEngine(scale, keys);
    return with - usedAfterCollection();
  }

  private static long usedWithEngine(Scale scale, int keys) {
    EngineUnderLoad engine = filled(scale, keys);
    EngineCounts counts = engine.counts();
    if (counts.triesInFlight() != scale.chunks()
        || counts.held() != (long) polls(scale) * LANES * BATCH) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT, "%d chunks were to be in flight, but %s", scale.chunks(), counts));
    }
    try {
      return usedAfterCollection();
    } finally {
      Reference.reachabilityFence(engine);
    }
  }

  private static EngineUnderLoad filled(Scale scale, int keys) {
    EngineUnderLoad engine =
        new EngineUnderLoad(
            new EngineFigures()
                .chunk(BATCH, 1L << 20, Duration.ZERO)
                .concurrency(scale.chunks(), Integer.MAX_VALUE, Long.MAX_VALUE)
                .ordering(Ordering.KEY),
            ChunkHandler.of(
                TaskLimits.limit(Duration.ofMinutes(1)),
                (chunk, context) -> Promise.<Outcome>promise().future()),
            LANES);
    int next = 0;
    for (int poll = 0; poll < polls(scale); poll++) {
      PreparedBatch[] fresh = new PreparedBatch[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        int first = next;
        // Every record has a key of its own on the heap, and all keys are of one length.
        fresh[lane] =
            PreparedBatch.of(
                BATCH,
                i -> String.format(Locale.ROOT, "key-%08d", (first + i) % keys),
                VALUE_BYTES);
        next += BATCH;
      }
      engine.deliver(fresh);
    }
    return engine;
  }

  private static long usedAfterCollection() {
    long used = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      used = Math.min(used, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return used;
  }
}
