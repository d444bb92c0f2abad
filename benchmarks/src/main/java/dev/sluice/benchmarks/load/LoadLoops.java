package dev.sluice.benchmarks.load;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/**
 * What one would write by hand over the same two clients: poll, insert what was polled, commit, on
 * one thread and one connection. Where the position is to be written with the rows, it raises an
 * epoch as partitions come, begins where the database says, and moves on only under that epoch and
 * from that position. Several of them share the partitions of a group.
 */
final class LoadLoops implements Contestant<LoadLap> {
  static final String POSITIONS =
      """
      CREATE TABLE IF NOT EXISTS hand_positions (
        topic text NOT NULL,
        part integer NOT NULL,
        epoch bigint NOT NULL,
        position bigint NOT NULL,
        PRIMARY KEY (topic, part)
      ) WITH (fillfactor = 10)""";

  private final int number;

  /**
   * @param number how many loops
   */
  LoadLoops(int number) {
    this.number = number;
  }

  @Override
  public AutoCloseable start(LoadLap order, LapWatch watch) {
    Vertx vertx = Vertx.vertx();
    List<LoadLoop> loops = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      LoadLoop loop = new LoadLoop(order, watch, vertx, i);
      loops.add(loop);
      loop.start();
    }
    return () -> {
      loops.forEach(LoadLoop::stopSoon);
      for (LoadLoop loop : loops) {
        loop.join();
      }
      vertx.close().toCompletionStage().toCompletableFuture().get();
    };
  }
}
