package dev.sluice.runtime;

import dev.sluice.progress.Counts;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The worker's counters of this run. Written by the event loop, once a chunk or batch; read by any
 * thread, so that the deadline thread can report while the loop is stuck.
 */
final class Tally {
  final AtomicLong received = new AtomicLong();
  final AtomicLong settled = new AtomicLong();
  final AtomicLong skipped = new AtomicLong();
  final AtomicLong deadLettered = new AtomicLong();
  final AtomicLong delayed = new AtomicLong();
  final AtomicLong handedBack = new AtomicLong();
  final AtomicLong stale = new AtomicLong();
  final AtomicLong lateCompletions = new AtomicLong();

  /** Lanes taken over from an owner that had left in order. */
  final AtomicLong cleanTakeovers = new AtomicLong();

  /** Lanes taken over from an owner that had not. */
  final AtomicLong uncleanTakeovers = new AtomicLong();

  /** Promised checkpoints that did not come in time. */
  final AtomicLong lateCheckpoints = new AtomicLong();

  /**
   * Tries that are neither ended nor abandoned nor cut, and dead letters or delayed retries being
   * written.
   */
  final AtomicInteger triesInFlight = new AtomicInteger();

  /** Records of started tries that are done and not confirmed by the source. */
  final AtomicLong awaitingSettle = new AtomicLong();

  final AtomicLong drainFinished = new AtomicLong();
  final AtomicLong drainCheckpointed = new AtomicLong();
  final AtomicLong drainHandedBack = new AtomicLong();
  final AtomicLong drainCut = new AtomicLong();

  /** True when a stop at this moment would leave nothing of a started try behind. */
  boolean allSettled() {
    return triesInFlight.get() == 0 && awaitingSettle.get() == 0;
  }

  /** Records are left to the next owner. */
  void handBack(long records) {
    handedBack.addAndGet(records);
  }

  /** The source has put an end to records. */
  void ended(Counts counts) {
    settled.addAndGet(counts.settled());
    deadLettered.addAndGet(counts.deadLettered());
    skipped.addAndGet(counts.skipped());
    delayed.addAndGet(counts.delayed());
    handedBack.addAndGet(counts.handedBack());
  }

  /**
   * Conservation: what was received and is in none of the places it can be.
   *
   * @param held what lanes hold now, counted from their own books
   */
  long unaccounted(long held) {
    return received.get()
        - settled.get()
        - deadLettered.get()
        - skipped.get()
        - delayed.get()
        - handedBack.get()
        - held;
  }
}
