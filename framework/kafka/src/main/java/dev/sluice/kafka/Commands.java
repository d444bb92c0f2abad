package dev.sluice.kafka;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What other threads ask of the poll thread. A poll that waits for records is woken; a poll thread
 * that is busy finds the command at its next turn, or while it waits inside a rebalance.
 */
final class Commands {
  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final Runnable wakeup;
  private volatile boolean polling;
  private boolean over;

  /**
   * @param wakeup interrupts a poll; may have no effect
   */
  Commands(Runnable wakeup) {
    this.wakeup = wakeup;
  }

  /** From any thread. Once the poll thread is gone, a command runs on the caller's. */
  void submit(Runnable command) {
    if (!enqueued(command)) {
      command.run();
    } else if (polling) {
      wakeup.run();
    }
  }

  private synchronized boolean enqueued(Runnable command) {
    return !over && queue.add(command);
  }

  /** The poll thread ends; what still waits is run now. */
  void end() {
    synchronized (this) {
      over = true;
    }
    runAll();
  }

  /** The poll thread is about to wait in a poll; false when there is something to do first. */
  boolean enterPoll() {
    polling = true;
    if (queue.isEmpty()) {
      return true;
    }
    polling = false;
    return false;
  }

  void leavePoll() {
    polling = false;
  }

  /**
   * Runs a callback that the consumer makes inside a poll. Commands that come meanwhile wake nobody
   * up, because the callback serves them itself or blocks for a short time only.
   */
  void insideCallback(Runnable callback) {
    boolean before = polling;
    polling = false;
    try {
      callback.run();
    } finally {
      polling = before;
      if (before && !queue.isEmpty()) {
        wakeup.run();
      }
    }
  }

  /** Ends the current {@link #await}, or the next one; from any thread. */
  void nudge() {
    submit(() -> {});
  }

  /** Runs everything that waits; on the poll thread. */
  void runAll() {
    for (Runnable command = queue.poll(); command != null; command = queue.poll()) {
      command.run();
    }
  }

  /** Waits for a command and runs it, at most so long; on the poll thread. */
  void await(Duration atMost) {
    try {
      Runnable command = queue.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
      if (command != null) {
        command.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
