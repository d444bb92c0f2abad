package dev.sluice.testkit.rehearsal;

import dev.sluice.api.Outcome;
import java.time.Duration;

/** One call of the handler as it was seen from outside. Thread-safe. */
final class Call {
  private static final int UNKNOWN = -1;

  private final int number;
  private final int attempt;
  private final String lane;
  private final int[] records;
  private final long startedNanos;
  private long lastCheckpointNanos;
  private long longestGapNanos;
  private int checkpoints;
  private int checkpointed;
  private int checkpointsWhileDraining;
  private int stepsBegun = UNKNOWN;
  private boolean walkStopped;
  private boolean drainSeen;
  private boolean over;
  private boolean inTime;
  private Outcome outcome;
  private Throwable failure;
  private long tookNanos;
  private long overNanos;

  /**
   * @param number of the call within its worker's life, from 1
   * @param attempt how often the chunk had failed before
   * @param records the numbers of its records in the file, in order
   */
  Call(int number, int attempt, String lane, int[] records, long startedNanos) {
    this.number = number;
    this.attempt = attempt;
    this.lane = lane;
    this.records = records;
    this.startedNanos = startedNanos;
    this.lastCheckpointNanos = startedNanos;
  }

  int number() {
    return number;
  }

  int attempt() {
    return attempt;
  }

  String lane() {
    return lane;
  }

  int size() {
    return records.length;
  }

  int record(int index) {
    return records[index];
  }

  /** A step of {@code forEach} begins. */
  synchronized void stepBegins(int index) {
    stepsBegun = index + 1;
  }

  /** Something fails before the handler is called: none of its records is worked on. */
  synchronized void notCalled() {
    stepsBegun = 0;
  }

  /** {@code forEach} is called. */
  synchronized void walks() {
    stepsBegun = Math.max(stepsBegun, 0);
  }

  /** {@code forEach} has answered that a drain was seen. */
  synchronized void walkStopped() {
    walkStopped = true;
  }

  synchronized void checkpoint(int done, boolean draining, long nowNanos) {
    checkpoints++;
    checkpointed = Math.max(checkpointed, done);
    checkpointsWhileDraining += draining ? 1 : 0;
    longestGapNanos = Math.max(longestGapNanos, nowNanos - lastCheckpointNanos);
    lastCheckpointNanos = nowNanos;
  }

  /** The time until now was not the handler's. */
  synchronized void heldUntil(long nowNanos) {
    lastCheckpointNanos = nowNanos;
  }

  /** The handler has come back; what is held afterwards is not its time. */
  synchronized void cameBack(boolean draining, long nowNanos) {
    tookNanos = nowNanos - startedNanos;
    longestGapNanos = Math.max(longestGapNanos, nowNanos - lastCheckpointNanos);
    drainSeen = draining;
  }

  /**
   * The engine is told.
   *
   * @param result how, or null
   * @param cause of the failure, or null
   * @param waitedFor whether the engine still waited for it
   * @param nowNanos when
   */
  synchronized void ended(Outcome result, Throwable cause, boolean waitedFor, long nowNanos) {
    outcome = result;
    failure = cause;
    inTime = waitedFor;
    overNanos = nowNanos;
    over = true;
  }

  synchronized boolean over() {
    return over;
  }

  /** Whether the handler came back at a moment or after it. */
  synchronized boolean overSince(long nanos) {
    return over && overNanos - nanos >= 0;
  }

  synchronized boolean finished() {
    return over && inTime && outcome == Outcome.DONE;
  }

  synchronized boolean stopped() {
    return over && inTime && outcome == Outcome.STOPPED;
  }

  synchronized Throwable failure() {
    return failure;
  }

  synchronized int checkpoints() {
    return checkpoints;
  }

  synchronized int checkpointed() {
    return checkpointed;
  }

  synchronized int checkpointsWhileDraining() {
    return checkpointsWhileDraining;
  }

  synchronized Duration longestGap() {
    return Duration.ofNanos(longestGapNanos);
  }

  synchronized Duration took() {
    return Duration.ofNanos(tookNanos);
  }

  /** The time until the engine heard of its end, with what it was held. */
  synchronized Duration age() {
    return Duration.ofNanos(overNanos - startedNanos);
  }

  /** How many of its first records may have been worked on. */
  synchronized int worked() {
    if (stopped()) {
      return checkpointed;
    }
    return stepsBegun == UNKNOWN ? size() : Math.max(stepsBegun, checkpointed);
  }

  /**
   * How many of its first records are done, by what the handler said and what could be seen.
   *
   * @param checkpointsAll whether the handler otherwise checkpoints every chunk up to its end
   */
  synchronized int done(boolean checkpointsAll) {
    if (!finished()) {
      return checkpointed;
    }
    boolean endsTooEarly = walkStopped || (checkpointsAll && drainSeen && checkpoints > 0);
    return endsTooEarly ? checkpointed : size();
  }
}
