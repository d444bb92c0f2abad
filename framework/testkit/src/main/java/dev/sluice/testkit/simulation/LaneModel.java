package dev.sluice.testkit.simulation;

import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.testkit.FakeLane;
import java.util.Arrays;

/**
 * One lane as the simulation sees it: what the broker has of it, and what the present process has
 * been told of it. "Told" is what the engine has heard, in the order in which it heard it.
 */
final class LaneModel {
  static final long NOT_TOLD = -1;

  final String name;
  final FakeLane fake;

  /** The records' numbers, by their index in the lane. */
  int[] ids = new int[32];

  int size;

  /** The ownership the source has given out and not begun to take away; null without one. */
  LaneRef owned;

  /** The generation the engine works on. */
  long toldGeneration = NOT_TOLD;

  /** How many records had been delivered when the engine heard of the lane. */
  int toldSince;

  /** Set once the engine has heard that the lane is being taken away. */
  boolean toldRevoking;

  /** The index up to which the engine knows a log to be settled. */
  int knownSettled;

  LaneModel(String name, FakeLane fake) {
    this.name = name;
    this.fake = fake;
  }

  void append(int id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, size * 2);
    }
    ids[size++] = id;
  }

  /** The engine has heard that it has the lane. */
  void told(LaneRef ref, int settled, int delivery) {
    toldSince = delivery;
    toldGeneration = ref.generation();
    toldRevoking = false;
    knownSettled = settled;
  }

  boolean isTold(LaneRef ref) {
    return toldGeneration == ref.generation();
  }

  /**
   * The engine has heard that a settlement is confirmed.
   *
   * @return how many records are newly settled by that, as far as the engine can know
   */
  long toldSettled(Settlement settlement) {
    if (!isTold(settlement.lane())) {
      return 0;
    }
    if (settlement instanceof Settlement.HandBack || settlement instanceof Settlement.RetryLater) {
      return 0;
    }
    if (!fake.isLog()) {
      return settlement.records();
    }
    int next = fake.indexFrom(settlement.next());
    int more = Math.max(0, next - knownSettled);
    knownSettled += more;
    return more;
  }

  /** The broker keeps that the record is done, beyond a hole. */
  boolean isCarried(int index) {
    for (Carried.Stretch stretch : fake.carried().beyond()) {
      if (fake.indexFrom(stretch.from()) <= index && index < fake.indexFrom(stretch.next())) {
        return true;
      }
    }
    return false;
  }

  /** The process has died. */
  void forget() {
    owned = null;
    toldGeneration = NOT_TOLD;
    toldRevoking = false;
  }
}
