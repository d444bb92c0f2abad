package dev.sluice.runtime;

import dev.sluice.api.SourceRecord;
import dev.sluice.api.TryEnded;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.BitSet;

/**
 * The part of a running try that handler threads and the event loop share: is it alive, how far has
 * it come, how long may it go on. Thread-safe; the lock makes a cut and a checkpoint exclude each
 * other, so that a checkpoint either counts or throws.
 *
 * @param <T> the decoded value
 */
final class TryProgress<T> {

  /** What bounds a try from outside: the worker's drain and the lane's revoke. */
  interface Bounds {
    /** True when the worker stops or the lane is being taken away. */
    boolean draining();

    /**
     * The earlier of the drain's need deadline and the revoke's, {@link Long#MAX_VALUE} if none.
     */
    long deadlineNanos();
  }

  private final String handler;
  private final DecodedChunk<T> chunk;
  private final Clock clock;
  private final long startedNanos;
  private final long limitNanos;
  private final Bounds bounds;
  private final Runnable onCheckpoint;

  private String ended;
  private int checkpointed;
  private long checkpointNanos;
  private byte[] state;
  private int stateAfter;
  private Thread runner;
  private BitSet rejecting;

  TryProgress(
      String handler,
      DecodedChunk<T> chunk,
      Clock clock,
      Duration limit,
      Bounds bounds,
      Runnable onCheckpoint) {
    this.handler = handler;
    this.chunk = chunk;
    this.clock = clock;
    this.startedNanos = clock.nanos();
    this.checkpointNanos = startedNanos;
    this.limitNanos = limit.toNanos();
    this.bounds = bounds;
    this.onCheckpoint = onCheckpoint;
  }

  DecodedChunk<T> chunk() {
    return chunk;
  }

  /** When the try was started, by the clock. */
  long startedNanos() {
    return startedNanos;
  }

  Duration age() {
    return clock.since(startedNanos);
  }

  boolean draining() {
    return bounds.draining();
  }

  Duration remaining() {
    long now = clock.nanos();
    long left = limitNanos - (now - startedNanos);
    long deadline = bounds.deadlineNanos();
    if (deadline != Long.MAX_VALUE) {
      left = Math.min(left, deadline - now);
    }
    return Duration.ofNanos(Math.max(0, left));
  }

  /** The time since the last checkpoint, or since the start. */
  synchronized Duration sinceCheckpoint() {
    return clock.since(checkpointNanos);
  }

  void checkpoint(SourceRecord<T> upTo) {
    checkpoint(upTo, null);
  }

  /**
   * @param resumeState what to give back with the record after it, or null to keep nothing
   */
  void checkpoint(SourceRecord<T> upTo, byte[] resumeState) {
    int done = chunk.indexOf(upTo) + 1;
    long now = clock.nanos();
    synchronized (this) {
      requireAlive();
      if (done < checkpointed) {
        throw new IllegalArgumentException(
            "checkpoint " + upTo + " lies before an earlier one of this try");
      }
      checkpointed = done;
      checkpointNanos = now;
      state = resumeState;
      stateAfter = resumeState == null ? 0 : done;
    }
    onCheckpoint.run();
  }

  /** A step inside a record is committed: for the promise of checkpoints it is one. */
  void stepped() {
    long now = clock.nanos();
    synchronized (this) {
      requireAlive();
      checkpointNanos = now;
    }
    onCheckpoint.run();
  }

  /**
   * A record is being rejected, from here on: a checkpoint after it does not count it as done,
   * whatever the loop hears first.
   */
  synchronized void rejecting(int index) {
    requireAlive();
    if (rejecting == null) {
      rejecting = new BitSet();
    }
    rejecting.set(index);
  }

  /** The records that were ever rejected in this try, or null. */
  synchronized BitSet rejecting() {
    return rejecting == null ? null : (BitSet) rejecting.clone();
  }

  /** The state that belongs to the last checkpoint, or null. */
  synchronized byte[] stateAt(int records) {
    return stateAfter == records ? state : null;
  }

  /** How many records of the chunk are checkpointed. */
  synchronized int checkpointed() {
    return checkpointed;
  }

  synchronized boolean alive() {
    return ended == null;
  }

  /** Throws unless the try is alive. */
  synchronized void requireAlive() {
    if (ended != null) {
      throw new TryEnded(
          "the try of handler " + handler + " on lane " + chunk.lane() + " is over: " + ended);
    }
  }

  /**
   * Ends the try for good; a thread inside it is interrupted.
   *
   * @param why for the message of whoever comes too late
   * @return how many records are checkpointed, which will not change any more
   */
  synchronized int end(String why) {
    if (ended == null) {
      ended = why;
    }
    if (runner != null) {
      runner.interrupt();
    }
    return checkpointed;
  }

  /**
   * A thread enters the handler.
   *
   * @return false when the try is already over and must not be run
   */
  synchronized boolean enter() {
    if (ended != null) {
      return false;
    }
    runner = Thread.currentThread();
    return true;
  }

  /** The thread has left the handler; an interrupt meant for the try does not leak out of it. */
  synchronized void leave() {
    runner = null;
    boolean ignored = Thread.interrupted();
  }

  /** Where a blocking handler stands, or an empty array. */
  synchronized StackTraceElement[] stack() {
    return runner == null ? new StackTraceElement[0] : runner.getStackTrace();
  }
}
