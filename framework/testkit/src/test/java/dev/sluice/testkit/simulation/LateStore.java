package dev.sluice.testkit.simulation;

import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.FakeTransactions;
import dev.sluice.testkit.FakeTransactions.Connection;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A worker's way to the database: what it asks may arrive late, also when the worker is dead by
 * then. It can be bent, to show that the runs would notice.
 */
final class LateStore implements TransactionStore<Connection> {

  /** What is wrong with the store. */
  enum Bend {
    NOTHING,
    /** Any epoch will do. */
    NO_FENCING,
    /** What is applied already is applied again. */
    POSITION_NOT_CHECKED,
    /** A lane goes on where the source says. */
    POSITION_IGNORED_ON_OPEN
  }

  private final FakeTransactions database;
  private final Map<String, Long> newest;
  private final List<Runnable> wire;
  private final Dice dice;
  private final Bend bend;

  /**
   * @param newest the highest epoch of each lane, shared by all workers; for a bent store
   * @param wire what is on its way
   */
  LateStore(
      FakeTransactions database,
      Map<String, Long> newest,
      List<Runnable> wire,
      Dice dice,
      Bend bend) {
    this.database = database;
    this.newest = newest;
    this.wire = wire;
    this.dice = dice;
    this.bend = bend;
  }

  private <A> Future<A> late(Supplier<Future<A>> call) {
    if (!dice.chance(30)) {
      return call.get();
    }
    Promise<A> answer = Promise.promise();
    wire.add(() -> call.get().onComplete(answer));
    return answer.future();
  }

  private LaneClaim claim(LaneClaim made) {
    return bend == Bend.NO_FENCING
        ? new LaneClaim(made.lane(), newest.getOrDefault(made.lane(), made.epoch()))
        : made;
  }

  @Override
  public Future<Void> open(String pipeline, Duration within) {
    return database.open(pipeline, within);
  }

  @Override
  public Future<Map<String, LaneStanding>> ownLanes(Map<String, Long> from, Duration within) {
    return late(
        () ->
            database
                .ownLanes(from, within)
                .map(
                    owned -> {
                      Map<String, LaneStanding> told = new HashMap<>(owned);
                      owned.forEach((lane, at) -> newest.merge(lane, at.epoch(), Math::max));
                      if (bend == Bend.POSITION_IGNORED_ON_OPEN) {
                        told.replaceAll(
                            (lane, at) -> new LaneStanding(at.epoch(), from.get(lane), at.state()));
                      }
                      return told;
                    }));
  }

  @Override
  public Future<Void> applyInLane(
      LaneClaim claim, long next, LaneWork<Connection> work, Bounds bounds) {
    return late(
        () ->
            bend == Bend.POSITION_NOT_CHECKED && database.position(claim.lane()).orElse(0L) >= next
                ? database.applyRecords(
                    List.of("again-" + dice.nextLong()),
                    (connection, fresh) -> work.apply(connection, Long.MIN_VALUE),
                    bounds)
                : database.applyInLane(claim(claim), next, work, bounds));
  }

  @Override
  public Future<Void> stepInLane(
      LaneClaim claim, long position, StepWork<Connection> work, Bounds bounds) {
    return late(() -> database.stepInLane(claim(claim), position, work, bounds));
  }

  @Override
  public Future<Void> passInLane(LaneClaim claim, long next, Duration within) {
    return late(() -> database.passInLane(claim(claim), next, within));
  }

  @Override
  public Future<RecordStanding> ownRecord(String id, Duration within) {
    throw new UnsupportedOperationException("lanes only");
  }

  @Override
  public Future<Void> applyRecords(List<String> ids, RecordsWork<Connection> work, Bounds bounds) {
    throw new UnsupportedOperationException("lanes only");
  }

  @Override
  public Future<Void> stepInRecord(RecordClaim claim, StepWork<Connection> work, Bounds bounds) {
    throw new UnsupportedOperationException("lanes only");
  }

  @Override
  public Future<Void> finishRecord(RecordClaim claim, StepWork<Connection> work, Bounds bounds) {
    throw new UnsupportedOperationException("lanes only");
  }
}
