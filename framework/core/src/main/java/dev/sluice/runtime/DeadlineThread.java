package dev.sluice.runtime;

import dev.sluice.drain.Course;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the worker's deadline on a thread of its own, so that no handler, event loop or shutdown
 * hook can stretch it. Idle until armed.
 */
public final class DeadlineThread implements Deadline {

  private static final Logger LOGGER = LoggerFactory.getLogger(DeadlineThread.class);
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final Clock clock;
  private final IntConsumer halt;
  private final Duration interval;
  private final Thread thread;
  private volatile Watch watch;
  private volatile long deadlineNanos;
  private volatile boolean dismissed;

  /**
   * @param clock monotonic time
   * @param interval between two ticks
   */
  public DeadlineThread(Clock clock, Duration interval) {
    this(clock, interval, DeadlineThread::haltNow);
  }

  DeadlineThread(Clock clock, Duration interval, IntConsumer halt) {
    this.clock = clock;
    this.interval = interval;
    this.halt = halt;
    this.thread = new Thread(this::run, "sluice-deadline");
    thread.setDaemon(true);
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  /** Without the last words if they take longer than two seconds. */
  @Override
  public void haltAfter(IntSupplier words, int otherwise) {
    AtomicInteger exitCode = new AtomicInteger(otherwise);
    try {
      Thread speaker = speak(() -> exitCode.set(words.getAsInt()));
      speaker.join(LAST_WORDS.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // Not even a thread to be had: the halt is what counts.
      exitCode.set(otherwise);
    }
    halt.accept(exitCode.get());
  }

  /** A tick is worth less than this thread: without another thread to be had there is none. */
  private static Thread speakIfPossible(Runnable words) {
    try {
      return speak(words);
    } catch (RuntimeException | Error e) {
      LOGGER.error("a stop could not say how it goes", e);
      return null;
    }
  }

  private static Thread speak(Runnable words) {
    Thread speaker =
        new Thread(
            () -> {
              try {
                words.run();
              } catch (RuntimeException | Error e) {
                LOGGER.error("a stop could not say what happens", e);
              }
            },
            "sluice-last-words");
    speaker.setDaemon(true);
    speaker.start();
    return speaker;
  }

  /** Ends the process at once: no hook runs, nothing is flushed. */
  static void haltNow(int exitCode) {
    Runtime.getRuntime().halt(exitCode);
  }

  @Override
  public void arm(long atNanos, Watch watcher) {
    deadlineNanos = atNanos;
    watch = watcher;
    LockSupport.unpark(thread);
  }

  @Override
  public void notLaterThan(long atNanos) {
    if (watch != null && atNanos - deadlineNanos < 0) {
      deadlineNanos = atNanos;
      LockSupport.unpark(thread);
    }
  }

  /** Ends the thread without halting, for a worker that does not own its process. */
  public void dismiss() {
    dismissed = true;
    LockSupport.unpark(thread);
  }

  /** False when the thread has died, which fails liveness. */
  public boolean alive() {
    return thread.isAlive();
  }

  private void run() {
    long nextTick = 0;
    boolean ticking = false;
    Thread ticker = null;
    while (!dismissed) {
      Watch current = watch;
      if (current == null) {
        LockSupport.park(this);
        continue;
      }
      long now = clock.nanos();
      if (deadlineNanos - now <= 0) {
        haltAfter(current::expired, Course.CUT);
        return;
      }
      if (!ticking) {
        ticking = true;
        nextTick = now + interval.toNanos();
      } else if (nextTick - now <= 0) {
        nextTick = now + interval.toNanos();
        if (ticker == null || !ticker.isAlive()) {
          ticker = speakIfPossible(current::tick);
        }
      }
      LockSupport.parkNanos(this, Math.min(deadlineNanos - now, nextTick - now));
    }
  }
}
