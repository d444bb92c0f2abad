package dev.sluice.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The resume states of one lane by the position they belong to. Not thread-safe. */
final class LaneStates {
  private final TreeMap<Long, byte[]> states = new TreeMap<>();
  private long bytes;
  private long version;
  private long keptVersion;

  LaneStates(List<ResumeState> kept) {
    kept.forEach(state -> store(state.position(), state.state()));
  }

  private void store(long position, byte[] state) {
    byte[] replaced = states.put(position, state);
    bytes += size(state) - (replaced == null ? 0 : size(replaced));
  }

  private static long size(byte[] state) {
    return state.length + (long) ResumeState.OVERHEAD;
  }

  /** What all states take together. */
  long bytes() {
    return bytes;
  }

  void put(long position, byte[] state) {
    store(position, state);
    version++;
    keptVersion = version;
  }

  /** One more version, of the same states. */
  void pass() {
    version++;
  }

  boolean remove(long position) {
    byte[] removed = states.isEmpty() ? null : states.remove(position);
    if (removed == null) {
      return false;
    }
    bytes -= size(removed);
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
      SortedMap<Long, byte[]> ended = states.subMap(from, before);
      ended.values().forEach(state -> bytes -= size(state));
      ended.clear();
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
