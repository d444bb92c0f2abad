package dev.sluice.testkit.contract;

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

/** A source to break something in. */
abstract class BentSource implements Source {
  private final Source straight;

  BentSource(Source straight) {
    this.straight = straight;
  }

  @Override
  public Set<Capability> capabilities() {
    return straight.capabilities();
  }

  @Override
  public Future<Void> open(Engine engine, Duration within) {
    return straight.open(engine, within);
  }

  @Override
  public void pause(LaneRef lane) {
    straight.pause(lane);
  }

  @Override
  public void resume(LaneRef lane) {
    straight.resume(lane);
  }

  @Override
  public Future<Void> stopIntake() {
    return straight.stopIntake();
  }

  @Override
  public int settlesAtOnce() {
    return straight.settlesAtOnce();
  }

  @Override
  public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    return straight.settle(settlements, within);
  }

  @Override
  public Future<Void> mark(OwnerMark mark, Duration within) {
    return straight.mark(mark, within);
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    return straight.idleness(except);
  }

  @Override
  public boolean alive() {
    return straight.alive();
  }

  @Override
  public Future<Void> close(Duration within) {
    return straight.close(within);
  }
}
