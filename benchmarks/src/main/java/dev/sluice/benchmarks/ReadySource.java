package dev.sluice.benchmarks;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A source that settles at once whatever it is asked to, as far as it costs nothing. */
final class ReadySource implements Source {
  private Engine engine;
  private long settled;
  private int paused;

  Engine engine() {
    return engine;
  }

  /** How many records were settled. */
  long settled() {
    return settled;
  }

  /** How many lanes the engine does not want anything from. */
  int paused() {
    return paused;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.CUMULATIVE, Capability.FREE_HAND_BACK);
  }

  @Override
  public Future<Void> open(Engine deliverTo, Duration within) {
    engine = deliverTo;
    return Future.succeededFuture();
  }

  @Override
  public void pause(LaneRef lane) {
    paused++;
  }

  @Override
  public void resume(LaneRef lane) {
    paused--;
  }

  @Override
  public Future<Void> stopIntake() {
    return Future.succeededFuture();
  }

  @Override
  public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    for (Settlement settlement : settlements) {
      settled += settlement.records();
    }
    return Future.succeededFuture(SettleResult.settled(settlements));
  }

  @Override
  public Future<Void> mark(OwnerMark mark, Duration within) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    return Future.succeededFuture(Idleness.BEHIND);
  }

  @Override
  public boolean alive() {
    return true;
  }

  @Override
  public Future<Void> close(Duration within) {
    return Future.succeededFuture();
  }
}
