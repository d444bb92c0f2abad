package dev.sluice.runtime;

/** What a lane may ask of the engine it runs in. Called on the event loop. */
interface LaneHost<T> {

  /** True once no try may start any more anywhere. */
  boolean draining();

  /** The drain's need deadline, {@link Long#MAX_VALUE} while the worker runs. */
  long needDeadlineNanos();

  /**
   * Asks for a place among the running tries.
   *
   * @return false when all are taken; the lane is told to advance when one is free
   */
  boolean admit(LaneRun<T> lane);

  /** Gives a place back that {@link #admit} gave. */
  void leave();

  /** The lane has something to settle. */
  void settleSoon();

  /** A try ended (in any way) that was in flight. */
  void tryOver(LaneRun<T> lane);

  /** A stop leaves records of a started try behind: not done, or done and not settled. */
  void leftBehind();

  /** What a lane has buffered has changed by so much. */
  void holds(LaneRun<T> lane, long moreRecords, long moreBytes);

  /** Whether a handler is still inside an earlier generation of the lane. */
  boolean mustWait(LaneRun<T> lane);

  /** The handler of a lane that is gone has ended at last. */
  void handlerEnded(LaneRun<T> gone);

  /**
   * Handlers that have not come back by limit + commit, on lanes that are ours or not.
   *
   * @param change 1 for one more, -1 for one that has come back at last
   */
  void stuckHandlers(int change);

  /** The lane can't go on. */
  void halted(LaneRun<T> lane, String reason);
}
