package dev.sluice.runtime;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The bounded number of tries at once, handed out in the order they were asked for. On the loop.
 */
final class Places {

  /** Somebody who was given no place. */
  @FunctionalInterface
  interface Waiter {
    /** A place is free; asks again if it still wants one. */
    void placeFree();
  }

  private final int max;
  private final Set<Waiter> waiting = new LinkedHashSet<>();
  private int taken;

  Places(int max) {
    this.max = max;
  }

  /** Takes a place, or remembers who asked. */
  boolean take(Waiter asking) {
    if (taken < max) {
      taken++;
      waiting.remove(asking);
      return true;
    }
    waiting.add(asking);
    return false;
  }

  /** Gives a place back and wakes those who wait, once each, until all places are taken again. */
  void give() {
    taken--;
    for (int turns = waiting.size(); turns > 0 && taken < max && !waiting.isEmpty(); turns--) {
      Waiter next = waiting.iterator().next();
      waiting.remove(next);
      next.placeFree();
    }
  }

  /** One more is taken by what began in a place that is given back in this very turn. */
  void occupy() {
    taken++;
  }

  void forget(Waiter gone) {
    waiting.remove(gone);
  }
}
