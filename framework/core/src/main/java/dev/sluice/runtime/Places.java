package dev.sluice.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;

/** The bounded number of tries at once, handed out in the order lanes asked. On the event loop. */
final class Places<T> {
  private final int max;
  private final Set<LaneRun<T>> waiting = new LinkedHashSet<>();
  private int taken;

  Places(int max) {
    this.max = max;
  }

  boolean take(LaneRun<T> lane) {
    if (taken < max) {
      taken++;
      waiting.remove(lane);
      return true;
    }
    waiting.add(lane);
    return false;
  }

  /** Gives a place back and wakes lanes in their order until all places are taken again. */
  void give() {
    taken--;
    Deque<LaneRun<T>> order = new ArrayDeque<>(waiting);
    while (taken < max && !order.isEmpty()) {
      LaneRun<T> next = order.pollFirst();
      waiting.remove(next);
      next.placeFree();
    }
  }

  void forget(LaneRun<T> lane) {
    waiting.remove(lane);
  }
}
