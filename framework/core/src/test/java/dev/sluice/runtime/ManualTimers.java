package dev.sluice.runtime;

import dev.sluice.time.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Timers that fire on the loop when a test moves the clock, in the order they are due. */
final class ManualTimers implements Timers {

  private static final class Entry {
    final long dueNanos;
    final long order;
    final Runnable action;

    Entry(long dueNanos, long order, Runnable action) {
      this.dueNanos = dueNanos;
      this.order = order;
      this.action = action;
    }
  }

  private final ManualClock clock;
  private final TestLoop loop;
  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(
          Comparator.<Entry>comparingLong(entry -> entry.dueNanos)
              .thenComparingLong(entry -> entry.order));
  private long order;

  ManualTimers(ManualClock clock, TestLoop loop) {
    this.clock = clock;
    this.loop = loop;
  }

  @Override
  public synchronized Timer once(Duration delay, Runnable action) {
    Entry entry = new Entry(clock.nanos() + Math.max(0, delay.toNanos()), order++, action);
    entries.add(entry);
    return () -> cancel(entry);
  }

  @Override
  public Timer every(Duration interval, Runnable action) {
    Repeating repeating = new Repeating(interval, action);
    repeating.arm();
    return repeating;
  }

  private synchronized void cancel(Entry entry) {
    entries.remove(entry);
  }

  private synchronized Entry pollDue(long target) {
    Entry next = entries.peek();
    return next != null && next.dueNanos <= target ? entries.poll() : null;
  }

  /** How many timers are armed. */
  synchronized int armed() {
    return entries.size();
  }

  /** The time to the next timer; empty when none is armed. */
  synchronized java.util.Optional<Duration> untilNext() {
    return java.util.Optional.ofNullable(entries.peek())
        .map(entry -> Duration.ofNanos(Math.max(0, entry.dueNanos - clock.nanos())));
  }

  /**
   * Moves the clock, stopping at every timer on the way.
   *
   * @param afterEach runs after every timer, to let things come to rest
   */
  void advance(Duration by, Runnable afterEach) {
    long target = clock.nanos() + by.toNanos();
    for (Entry due = pollDue(target); due != null; due = pollDue(target)) {
      clock.moveTo(Math.max(clock.nanos(), due.dueNanos));
      loop.run(due.action);
      afterEach.run();
    }
    clock.moveTo(target);
  }

  private final class Repeating implements Timer {
    private final Duration interval;
    private final Runnable action;
    private Timer current = () -> {};
    private boolean cancelled;

    Repeating(Duration interval, Runnable action) {
      this.interval = interval;
      this.action = action;
    }

    void arm() {
      current =
          once(
              interval,
              () -> {
                if (!cancelled) {
                  arm();
                  action.run();
                }
              });
    }

    @Override
    public void cancel() {
      cancelled = true;
      current.cancel();
    }
  }
}
