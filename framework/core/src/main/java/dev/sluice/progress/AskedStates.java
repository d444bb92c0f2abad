package dev.sluice.progress;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/**
 * Which version of a lane's resume states was sent to the source with which settlement, and which
 * it has confirmed, for a source that answers records one by one. Not thread-safe.
 */
final class AskedStates {

  /**
   * @param number the last record of the settlement that carries them, if it has records
   * @param alone the settlement itself, if it has none
   */
  private record Asked(long number, Settlement alone, long version) {}

  private final Deque<Asked> outstanding = new ArrayDeque<>(2);
  private long stored;

  /** They travel with a settlement that ends with a record; it may be answered in parts. */
  void ask(long lastNumber, long version) {
    outstanding.addLast(new Asked(lastNumber, null, version));
  }

  /** They travel with a settlement that has no records. */
  void ask(Settlement alone, long version) {
    outstanding.addLast(new Asked(-1, alone, version));
  }

  /** The version that is stored. */
  long stored() {
    return stored;
  }

  /** The newest version that is stored or on its way. */
  long asked() {
    return outstanding.stream().mapToLong(Asked::version).reduce(stored, Math::max);
  }

  /** The source has confirmed records. */
  void settled(long from, long to) {
    answered(asked -> asked.number >= from && asked.number < to, true);
  }

  /** The source has confirmed a settlement without records. */
  void settled(Settlement alone) {
    answered(asked -> alone.equals(asked.alone), true);
  }

  /** The source did not settle records. */
  void notSettled(long from, long to) {
    answered(asked -> asked.number >= from && asked.number < to, false);
  }

  /** The source did not settle a settlement without records. */
  void notSettled(Settlement alone) {
    answered(asked -> alone.equals(asked.alone), false);
  }

  private void answered(Predicate<Asked> which, boolean confirmed) {
    for (Asked asked : outstanding.stream().filter(which).toList()) {
      outstanding.remove(asked);
      if (confirmed) {
        stored = Math.max(stored, asked.version);
      }
    }
  }
}
