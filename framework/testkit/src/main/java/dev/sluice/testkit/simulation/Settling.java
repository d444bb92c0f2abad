package dev.sluice.testkit.simulation;

import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks at what the engine wants settled, and at what it leaves unsettled. */
final class Settling {
  private final World world;
  private final Map<Settlement, PutBack> putBack = new HashMap<>();

  /** A record that the engine put back, and how often it had been called by then. */
  private record PutBack(int id, int calls) {}

  Settling(World world) {
    this.world = world;
  }

  /** Looks at settlements before the broker has them. */
  void look(List<Settlement> settlements) {
    for (int i = 0; i < settlements.size(); i++) {
      Settlement settlement = settlements.get(i);
      LaneModel lane = world.lane(settlement.lane().name());
      if (!lane.isTold(settlement.lane())) {
        world.violate(Invariant.STALE_NEVER_SETTLED, settlement.toString());
      }
      if (lane.fake.isLog()) {
        oneALane(settlements, i);
      }
      if (settlement instanceof Settlement.Done done) {
        done(lane, done);
      } else if (settlement instanceof Settlement.HandBack back) {
        back(lane, back);
      } else if (settlement instanceof Settlement.RetryLater later) {
        later(lane, later);
      } else if (settlement instanceof Settlement.Dead dead) {
        dead(lane, dead);
      }
      stretch(lane, settlement);
    }
  }

  private void oneALane(List<Settlement> settlements, int at) {
    LaneRef ref = settlements.get(at).lane();
    for (int i = 0; i < at; i++) {
      if (settlements.get(i).lane().equals(ref)) {
        world.violate(Invariant.CONTRACT, "two settlements of " + ref + ": " + settlements);
      }
    }
  }

  private void done(LaneModel lane, Settlement.Done settlement) {
    for (int index : lane.fake.covered(settlement)) {
      mustBeDone(lane.ids[index], settlement);
    }
    for (Carried.Stretch stretch : settlement.carried().beyond()) {
      int next = lane.fake.indexFrom(stretch.next());
      for (int index = lane.fake.indexFrom(stretch.from()); index < next; index++) {
        mustBeDone(lane.ids[index], settlement);
      }
    }
  }

  private void mustBeDone(int id, Settlement settlement) {
    if (!world.witness.settleable(id) && !world.witness.passable(id, world.knobs)) {
      world.violate(
          Invariant.SETTLED_ONLY_WHEN_DONE, "record " + id + " is not done: " + settlement);
    }
  }

  /** What is done must not be handed back. */
  private void back(LaneModel lane, Settlement.HandBack settlement) {
    for (int index : lane.fake.covered(settlement)) {
      int id = lane.ids[index];
      if (world.witness.done[id]) {
        world.violate(Invariant.DONE_ONCE, "record " + id + " is done: " + settlement);
      }
    }
  }

  /** What comes again later has failed, alone. */
  private void later(LaneModel lane, Settlement.RetryLater settlement) {
    for (int index : lane.fake.covered(settlement)) {
      int id = lane.ids[index];
      if (world.witness.done[id] || !world.witness.failedAlone(id)) {
        world.violate(
            Invariant.GIVEN_UP_ONLY_AS_ALLOWED, "record " + id + " has not failed: " + settlement);
      }
      putBack.put(settlement, new PutBack(id, world.witness.calls[id]));
    }
  }

  /** What is dead has a letter. */
  private void dead(LaneModel lane, Settlement.Dead settlement) {
    for (int index : lane.fake.covered(settlement)) {
      int id = lane.ids[index];
      if (!world.witness.buried[id]) {
        world.violate(
            Invariant.GIVEN_UP_ONLY_AS_ALLOWED, "record " + id + " has no letter: " + settlement);
      }
    }
  }

  /** The engine has heard that a record is put back: nothing of its try is left. */
  void told(Settlement.RetryLater settlement) {
    PutBack back = putBack.remove(settlement);
    if (back != null && world.witness.calls[back.id] == back.calls) {
      world.witness.touched[back.id] = false;
    }
  }

  private void stretch(LaneModel lane, Settlement settlement) {
    if (lane.fake.isLog()) {
      int from = lane.fake.indexFrom(settlement.from());
      int next = lane.fake.indexFrom(settlement.next());
      if (next - from != settlement.records()) {
        world.violate(Invariant.CONTRACT, settlement + " counts wrong: it covers " + (next - from));
      }
    }
  }

  /** A new owner has heard what an earlier one had done beyond a hole. */
  void carried(LaneModel lane, Carried carried) {
    for (Carried.Stretch stretch : carried.beyond()) {
      int next = lane.fake.indexFrom(stretch.next());
      for (int index = lane.fake.indexFrom(stretch.from()); index < next; index++) {
        world.witness.done[lane.ids[index]] = true;
      }
    }
  }

  /**
   * A lane leaves its owner. What is done and neither settled nor carried may be done again only
   * when that could not be helped.
   *
   * @param orderly after a last settle that the broker confirmed
   */
  void left(LaneModel lane, boolean orderly) {
    Witness witness = world.witness;
    for (int i = lane.size - 1; i >= 0; i--) {
      int id = lane.ids[i];
      if (lane.fake.settled(i)) {
        if (lane.fake.isLog()) {
          return;
        }
      } else if (witness.everDone[id] && !lane.isCarried(i)) {
        if (orderly && witness.done[id]) {
          world.violate(
              Invariant.DONE_ONCE, "record " + id + " is done, and was not settled with its lane");
        }
        witness.excused[id] = true;
      }
    }
  }
}
