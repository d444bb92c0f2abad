package dev.sluice.rabbitmq;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that channels are used on, so that what is sent on one keeps its order; nobody
 * else's code runs on it. What it is given after its end is dropped.
 */
final class SourceThread {
  private static final Logger LOGGER = LoggerFactory.getLogger(SourceThread.class);

  private final ScheduledThreadPoolExecutor executor;

  SourceThread(String name) {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Runs an action after those given before.
   *
   * @return false when the thread has ended
   */
  boolean run(Runnable action) {
    try {
      executor.execute(guarded(action));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /**
   * Runs an action later.
   *
   * @return forgets it
   */
  Runnable after(Duration delay, Runnable action) {
    try {
      Future<?> waiting = executor.schedule(guarded(action), delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> waiting.cancel(false);
    } catch (RejectedExecutionException e) {
      LOGGER.debug("what was to be done later is not: the source has closed");
      return () -> {};
    }
  }

  /** Runs an action again and again, with a pause between. */
  void every(Duration pause, Runnable action) {
    var unused =
        executor.scheduleWithFixedDelay(
            guarded(action), pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static Runnable guarded(Runnable action) {
    return () -> {
      try {
        action.run();
      } catch (RuntimeException | Error e) {
        // One that got out would end a repeated action silently.
        LOGGER.error("a fault in the RabbitMQ source", e);
      }
    };
  }

  /** Ends when everything given before has run. */
  void close() {
    executor.shutdown();
  }
}
