package dev.sluice.runtime;

import dev.sluice.progress.LaneLedger;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Which records of a lane may share a chunk: one that has a resume state is the first of its chunk,
 * and one that is suspect stands alone. On the event loop.
 */
final class Joining {
  private final LaneLedger ledger;
  private final Set<Long> alone = new HashSet<>();

  Joining(LaneLedger ledger) {
    this.ledger = ledger;
  }

  /** Records that have come and stand alone, by their positions. */
  void alone(Collection<Long> positions) {
    alone.addAll(positions);
  }

  /** Records have ended before a chunk was cut from them: none of those is remembered. */
  void handedBack() {
    if (!alone.isEmpty()) {
      alone.removeIf(position -> ledger.openAt(position) < 0);
    }
  }

  /** Whether any record can join any other. */
  boolean free() {
    return alone.isEmpty() && !ledger.hasStates();
  }

  /** Whether a record may follow in a chunk that begins with another. */
  boolean joins(long first, long position) {
    return !ledger.hasState(position)
        && (alone.isEmpty() || !(alone.contains(first) || alone.contains(position)));
  }

  /** A chunk has been cut: what stands alone in it need not be remembered. */
  RawChunk cut(RawChunk chunk) {
    if (!alone.isEmpty()) {
      alone.remove(chunk.firstPosition());
    }
    return chunk;
  }
}
