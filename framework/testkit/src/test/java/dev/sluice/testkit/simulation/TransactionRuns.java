package dev.sluice.testkit.simulation;

import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeLane;
import dev.sluice.testkit.FakeTransactions;
import dev.sluice.testkit.ManualClock;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Workers on one broker and one database, killed, revoked, forgotten and late as a seed says. Each
 * record's rows must be there once, whatever happens.
 */
public final class TransactionRuns {
  private static final String[] LANES = {"a", "b"};
  private static final int RECORDS = 12;

  private final Dice dice;
  private final LateStore.Bend bend;
  private final FakeBroker broker = FakeBroker.log();
  private final ManualClock clock = new ManualClock();
  private final FakeTransactions database = new FakeTransactions();
  private final Map<String, Long> newest = new HashMap<>();
  private final List<Runnable> wire = new ArrayList<>();
  private final List<TransactingLife> lives = new ArrayList<>();
  private final Set<String> expected = new HashSet<>();
  private int seen;
  private final Set<String> rows = new HashSet<>();
  private String violation = "";

  private TransactionRuns(long seed, LateStore.Bend bend) {
    this.dice = new Dice(seed);
    this.bend = bend;
    database.open("p", Duration.ofSeconds(1));
  }

  /**
   * Runs schedules until one fails.
   *
   * @param bend the name of what is wrong with the store
   * @return how many were run, and what was wrong, or an empty text
   */
  public static Object[] run(long seed, int schedules, String bend) {
    for (int i = 0; i < schedules; i++) {
      TransactionRuns run = new TransactionRuns(Dice.mix(seed + i), LateStore.Bend.valueOf(bend));
      String violation = run.run();
      if (!violation.isEmpty()) {
        return new Object[] {i + 1, "schedule " + (seed + i) + ": " + violation};
      }
    }
    return new Object[] {schedules, ""};
  }

  private String run() {
    for (int i = 0; i < RECORDS; i++) {
      for (String lane : LANES) {
        String value = lane + "/" + i;
        boolean good = lane.equals("b") || !dice.chance(8);
        broker.lane(lane).append(good ? value : value + "!");
        if (good) {
          expected.add(value);
        }
        for (int step = 0; step < TransactingHandler.STEPS && lane.equals("b"); step++) {
          expected.add(value + "#" + step);
        }
      }
    }
    born();
    born();
    int steps = dice.between(50, 400);
    for (int i = 0; i < steps && violation.isEmpty(); i++) {
      step();
      look();
    }
    if (violation.isEmpty()) {
      workOff();
    }
    return violation;
  }

  private TransactingLife born() {
    LateStore store = new LateStore(database.another(), newest, wire, dice, bend);
    store.open("p", Duration.ofSeconds(1));
    TransactingLife life = new TransactingLife(broker, clock, store, dice, false);
    lives.add(life);
    return life;
  }

  private TransactingLife anyLife() {
    return lives.get(dice.below(lives.size()));
  }

  private void step() {
    TransactingLife life = anyLife();
    String lane = LANES[dice.below(LANES.length)];
    switch (dice.below(20)) {
      case 0, 1 -> assign(life, lane);
      case 2, 3, 4 -> life.source.deliver(dice.between(1, 6), lane);
      case 5, 6, 7, 8 -> life.loop.turnAll();
      case 9 -> life.loop.turn();
      case 10 -> pass(dice.between(1, 2_000));
      case 11, 12 -> finishWork(life);
      case 13, 14 -> arrive();
      case 15 -> database.holdCommits(dice.chance(50));
      case 16 -> rebalance(life, lane);
      case 17 -> trouble(life, lane);
      case 18 -> database.away(dice.chance(20));
      default -> pass(dice.between(1, 40_000));
    }
  }

  private void assign(TransactingLife life, String lane) {
    if (!broker.lane(lane).owned() && !life.lanes.containsKey(lane)) {
      life.assign(lane);
    }
  }

  private void finishWork(TransactingLife life) {
    if (!life.handler.working.isEmpty()) {
      Promise<Void> work = life.handler.working.remove(dice.below(life.handler.working.size()));
      if (dice.chance(85)) {
        work.complete();
      } else {
        work.fail(new World.Planned("inside its work"));
      }
    }
  }

  /** Something that is on its way arrives at the database, or a commit does not. */
  private void arrive() {
    if (!wire.isEmpty()) {
      wire.remove(dice.below(wire.size())).run();
    }
    List<FakeTransactions.HeldCommit> held = database.held();
    if (!held.isEmpty()) {
      FakeTransactions.HeldCommit commit = held.get(dice.below(held.size()));
      if (dice.chance(70)) {
        commit.land();
      } else {
        commit.rollBack();
      }
    }
  }

  private void rebalance(TransactingLife life, String lane) {
    if (life.revoke == null) {
      life.revoke(lane);
    } else {
      life.release(dice.chance(80));
    }
  }

  private void trouble(TransactingLife life, String lane) {
    int draw = dice.below(10);
    if (draw < 3) {
      life.die();
    } else if (draw < 6) {
      // The broker gives it to somebody else, and the worker goes on: a zombie.
      if (life.lanes.containsKey(lane)) {
        broker.forget(Set.of(life.lanes.get(lane)));
      }
    } else if (draw < 8) {
      life.lose(lane);
    } else {
      life.stop();
    }
    lives.removeIf(each -> each.over || each.engine.exit().isComplete());
    while (lives.size() < 2) {
      born();
    }
  }

  private void pass(long millis) {
    clock.advance(Duration.ofMillis(millis));
    for (TransactingLife life : lives) {
      life.timers.fireDue();
    }
  }

  /** What is committed is there once, and the source knows no more than the database. */
  private void look() {
    List<String> all = database.rows();
    for (; seen < all.size(); seen++) {
      if (!rows.add(all.get(seen))) {
        violate(all.get(seen) + " is there twice");
      }
    }
    for (String name : LANES) {
      FakeLane lane = broker.lane(name);
      long position = database.position(name).orElse(0L);
      if (lane.settledRecords() > position) {
        violate(name + " is settled to " + lane.settledRecords() + ", applied to " + position);
      }
    }
  }

  private void violate(String what) {
    if (violation.isEmpty()) {
      violation = what;
    }
  }

  private void workOff() {
    database.away(false);
    database.holdCommits(false);
    lives.forEach(TransactingLife::die);
    lives.clear();
    // A few questions of the dead arrive only when the last worker owns its lanes.
    while (wire.size() > 2 || !database.held().isEmpty()) {
      arrive();
      look();
    }
    LateStore store = new LateStore(database.another(), newest, wire, dice, bend);
    store.open("p", Duration.ofSeconds(1));
    TransactingLife last = new TransactingLife(broker, clock, store, dice, true);
    lives.add(last);
    for (String lane : LANES) {
      last.assign(lane);
    }
    for (int i = 0; i < 2_000 && !allSettled() && violation.isEmpty(); i++) {
      last.loop.turnAll();
      last.source.deliver(10, LANES);
      pass(100);
      while (!wire.isEmpty()) {
        arrive();
      }
      look();
    }
    if (!allSettled()) {
      violate("work stands still: " + last.engine.halted() + " " + last.engine.counts());
    }
    Set<String> missing = new HashSet<>(expected);
    missing.removeAll(rows);
    if (!missing.isEmpty()) {
      violate("never applied: " + missing);
    }
  }

  private boolean allSettled() {
    for (String lane : LANES) {
      if (broker.lane(lane).settledRecords() < RECORDS) {
        return false;
      }
    }
    return true;
  }
}
