package dev.sluice.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The bounded number of tries at once of a whole engine, shared by its handlers. A handler with no
 * try in a place always finds one free: the others leave it, so that none waits for the end of
 * another's tries, however long they take. Places that are given back go round the handlers in
 * turn. On the loop.
 */
final class PlacePool {
  private final int max;
  private final List<Places> shares = new ArrayList<>();
  private int turn;

  /**
   * @param max at least as many as there will be shares
   */
  PlacePool(int max) {
    this.max = max;
  }

  /** One handler's share; all are asked for before the first place is taken. */
  Places share() {
    Places added = new Places(this);
    shares.add(added);
    return added;
  }

  /** Whether a place is free, and not left for another. */
  boolean free(Places asking) {
    int free = max;
    for (int i = 0; i < shares.size(); i++) {
      Places share = shares.get(i);
      free -= share.taken();
      if (share != asking && share.taken() == 0) {
        free--;
      }
    }
    return free > 0;
  }

  /** Wakes those who wait, once each, until nobody who waits may have a place. */
  void given() {
    int turns = 0;
    for (int i = 0; i < shares.size(); i++) {
      turns += shares.get(i).waiting();
    }
    for (int passed = 0; turns > 0 && passed < shares.size(); ) {
      Places next = shares.get(turn);
      turn = turn + 1 == shares.size() ? 0 : turn + 1;
      if (next.waiting() > 0 && free(next)) {
        turns--;
        passed = 0;
        next.wakeFirst();
      } else {
        passed++;
      }
    }
  }
}
