package dev.sluice.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The resume states of one lane by the position they belong to. Not thread-safe. */
final class LaneStates {
  private final TreeMap<Long, byte[]> states = new TreeMap<>();
  private long version;
  private long keptVersion;

  LaneStates(List<ResumeState> kept) {
    kept.forEach(state -> states.put(state.position(), state.state()));
  }

  void put(long position, byte[] state) {
    states.put(position, state);
    version++;
    keptVersion = version;
  }

  /** One more version, of the same states. */
  void pass() {
    version++;
  }

  boolean remove(long position) {
    if (states.isEmpty() || states.remove(position) == null) {
      return false;
    }
    version++;
    return true;
  }

  byte[] get(long position) {
    return states.isEmpty() ? null : states.get(position);
  }

  long version() {
    return version;
  }

  /** The version that has every state that was put; what came since only removed some. */
  long keptVersion() {
    return keptVersion;
  }

  boolean isEmpty() {
    return states.isEmpty();
  }

  /** Forgets the states of positions from one to before another, whose records have ended. */
  void drop(long from, long before) {
    if (!states.isEmpty()) {
      states.subMap(from, before).clear();
    }
  }

  /** All from a position on. */
  List<ResumeState> from(long position) {
    return between(position, Long.MAX_VALUE);
  }

  /** All from a position to before another. */
  List<ResumeState> between(long position, long before) {
    if (states.isEmpty()) {
      return List.of();
    }
    List<ResumeState> found = new ArrayList<>();
    states.subMap(position, before).forEach((at, state) -> found.add(new ResumeState(at, state)));
    return found;
  }
}
