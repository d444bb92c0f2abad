package dev.sluice.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * Lanes that are gone while a handler was still inside one of their records. A lane of the same
 * name that comes back must not start before that handler has ended, or the same work would run
 * twice at once. On the event loop.
 */
final class Predecessors {
  private final Map<String, Integer> inside = new HashMap<>();

  /** A lane is gone; its handler may not be. */
  void gone(LaneRun<?> lane) {
    int handlers = lane.strands().handlersInside();
    if (handlers > 0) {
      inside.merge(lane.ref().name(), handlers, Integer::sum);
    }
  }

  /** The handler of a lane that is gone has ended. */
  void ended(LaneRun<?> lane) {
    inside.computeIfPresent(lane.ref().name(), (name, count) -> count == 1 ? null : count - 1);
  }

  /** Whether a lane has to wait for an earlier one of its name. */
  boolean blocks(LaneRun<?> lane) {
    return !inside.isEmpty() && inside.containsKey(lane.ref().name());
  }
}
