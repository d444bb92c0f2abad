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
   * @return false when all are taken; the waiter is told when one is free
   */
  boolean admit(Places.Waiter asking);

  /** Gives a place back that {@link #admit} gave. */
  void leave();

  /** Keeps a place for one more thing that began in a place just being left. */
  void occupy();

  /** Somebody does not wait for a place any more. */
  void forget(Places.Waiter gone);

  /** Whether a dependency is down. */
  Outage<T> outage();

  /** Whether the lanes are surely still ours; a strand that is told no is woken. */
  boolean assured();

  /** The lane has something to settle. */
  void settleSoon();

  /** A try ended (in any way) that was in flight. */
  void tryOver(LaneRun<T> lane);

  /** A stop leaves records of a started try behind: not done, or done and not settled. */
  void leftBehind();

  /** What a lane holds may have changed. */
  void holds(LaneRun<T> lane);

  /**
   * Whether a handler is still inside an earlier generation of the lane, or somebody else has taken
   * the lane in the store of transactions.
   */
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
