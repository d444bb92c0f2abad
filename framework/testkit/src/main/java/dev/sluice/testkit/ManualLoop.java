package dev.sluice.testkit;

import dev.sluice.runtime.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An event loop without a thread: what is posted waits until somebody turns the loop, which then
 * happens on the caller's thread. Actions may be posted from any thread; only one thread at a time
 * may turn.
 *
 * <p>An action that throws does so out of the call that turns, with everything behind it still
 * posted: in a test that is a failure, not a log line.
 */
public final class ManualLoop implements EventLoop {
  private static final int RESTLESS = 1_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition posted = lock.newCondition();
  private final Deque<Runnable> actions = new ArrayDeque<>();
  private volatile Thread turning;

  /** A loop with nothing to do. */
  public ManualLoop() {}

  @Override
  public void execute(Runnable action) {
    lock.lock();
    try {
      actions.addLast(action);
      posted.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isCurrent() {
    return turning == Thread.currentThread();
  }

  /**
   * Runs the action that was posted first.
   *
   * @return false when there was none
   */
  public boolean turn() {
    Runnable action = poll();
    if (action == null) {
      return false;
    }
    Thread outer = turning;
    turning = Thread.currentThread();
    try {
      action.run();
    } finally {
      turning = outer;
    }
    return true;
  }

  private Runnable poll() {
    lock.lock();
    try {
      return actions.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Turns until nothing is posted.
   *
   * @return how many actions ran
   * @throws IllegalStateException when the loop does not come to rest within a million actions
   */
  public int turnAll() {
    int ran = 0;
    while (turn()) {
      ran++;
      if (ran == RESTLESS) {
        throw new IllegalStateException("the loop does not come to rest: actions post each other");
      }
    }
    return ran;
  }

  /** Runs an action on the loop after everything that was posted before, and all that follows. */
  public void run(Runnable action) {
    execute(action);
    turnAll();
  }

  /** How many actions wait. */
  public int pending() {
    lock.lock();
    try {
      return actions.size();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets what is posted, as the death of a process does. */
  public void discard() {
    lock.lock();
    try {
      actions.clear();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits, in real time, until another thread has posted something. Blocks.
   *
   * @return false when nothing was posted in time
   */
  public boolean awaitPosted(Duration within) throws InterruptedException {
    long left = within.toNanos();
    lock.lockInterruptibly();
    try {
      while (actions.isEmpty() && left > 0) {
        left = posted.awaitNanos(left);
      }
      return !actions.isEmpty();
    } finally {
      lock.unlock();
    }
  }
}
