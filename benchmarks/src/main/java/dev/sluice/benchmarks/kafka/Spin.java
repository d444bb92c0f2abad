package dev.sluice.benchmarks.kafka;

import org.openjdk.jmh.infra.Blackhole;

/** Keeps the processor busy for a certain amount of work, whose unit is JMH's. */
final class Spin {
  private static final long ROUND = 100_000;
  private static final int ROUNDS = 200;

  private Spin() {}

  static void spin(long amount) {
    Blackhole.consumeCPU(amount);
  }

  /** How much takes so long on this machine. Blocks for a moment. */
  static long amountOf(long nanos) {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long begun = System.nanoTime();
      Blackhole.consumeCPU(ROUND);
      best = Math.min(best, (double) (System.nanoTime() - begun));
    }
    return Math.max(1, Math.round(nanos * ROUND / best));
  }
}
