package dev.sluice.benchmarks.claim;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.claim.ClaimFigures.Side;
import dev.sluice.benchmarks.contest.Length;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The whole source claims from a table with many jobs and from one with few, one claim of each
 * after the other.
 */
public final class ClaimBench {
  /** Its name on the command line. */
  public static final String NAME = "jobs-claim";

  private static final String DATABASE = "claims";
  private static final double TARGET = 1.2;
  private static final int FEW = 1_000;

  private ClaimBench() {}

  /**
   * How much there is.
   *
   * @param finished jobs in the full table
   * @param waiting jobs in the full table
   * @param warmUps claims that don't count
   * @param claims that do
   */
  private record Scale(int finished, int waiting, int warmUps, int claims) {
    static Scale of(Length length) {
      return switch (length) {
        case FULL -> new Scale(10_000_000, 1_000_000, 100, 1_000);
        case QUICK -> new Scale(100_000, 10_000, 50, 200);
        case SMOKE -> new Scale(10_000, 2_000, 0, 5);
      };
    }
  }

  /** Measures. Blocks, for minutes at full length. */
  public static ClaimFigures run(Length length, Machine machine) throws Exception {
    Scale scale = Scale.of(length);
    EmbeddedPostgres server =
        EmbeddedPostgres.temporary(
            PostgresOptions.durable()
                .withSetting("shared_buffers", "1GB")
                .withSetting("max_wal_size", "8GB"));
    server.start();
    Vertx vertx = Vertx.vertx();
    try {
      server.createDatabase(DATABASE);
      try (ClaimedTable full = new ClaimedTable(vertx, server, DATABASE, "jobs_full");
          ClaimedTable small = new ClaimedTable(vertx, server, DATABASE, "jobs_small")) {
        long begun = System.nanoTime();
        full.fill(scale.finished(), scale.waiting());
        small.fill(0, FEW);
        full.begin();
        small.begin();
        long filled = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        return claims(scale, full, small, length.quick(), machine, filled);
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
      server.stop();
    }
  }

  private static ClaimFigures claims(
      Scale scale,
      ClaimedTable full,
      ClaimedTable small,
      boolean quick,
      Machine machine,
      long fillSeconds)
      throws Exception {
    List<Long> ofFull = new ArrayList<>();
    List<Long> ofSmall = new ArrayList<>();
    for (int i = -scale.warmUps(); i < scale.claims(); i++) {
      long one = full.next();
      long other = small.next();
      if (i >= 0) {
        ofFull.add(one);
        ofSmall.add(other);
      }
      if (i % 100 == 0) {
        System.err.printf("claim %d: %,d ns and %,d ns%n", i, one, other);
      }
    }
    Side sideOfFull = side(scale.finished(), scale.waiting(), ofFull);
    Side sideOfSmall = side(0, FEW, ofSmall);
    return new ClaimFigures(
        quick,
        machine,
        ClaimedTable.BATCH,
        scale.claims(),
        sideOfFull,
        sideOfSmall,
        sideOfFull.p50() / sideOfSmall.p50(),
        TARGET,
        fillSeconds);
  }

  private static Side side(int finished, int waiting, List<Long> nanos) {
    List<Long> sorted = new ArrayList<>(nanos);
    sorted.sort(null);
    return new Side(
        finished,
        waiting,
        sorted.get(sorted.size() / 2) / 1e6,
        sorted.get(sorted.size() * 99 / 100) / 1e6);
  }
}
