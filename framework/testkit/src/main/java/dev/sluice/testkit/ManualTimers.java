package dev.sluice.testkit;

import dev.sluice.runtime.EventLoop;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Timers that fire when told to, in the order they are due. A timer that fires is posted to the
 * loop, as a real one is: to cancel it after that is too late, its action still runs.
 *
 * <p>Used by the thread that turns the loop.
 */
public final class ManualTimers implements Timers {
  private final Clock clock;
  private final EventLoop loop;

  /** Sorted: what is due first stands last. */
  private Entry[] entries = new Entry[16];

  private int size;

  private final class Entry implements Timer {
    private final Runnable action;
    private final long intervalNanos;
    private long dueNanos;

    Entry(long dueNanos, long intervalNanos, Runnable action) {
      this.dueNanos = dueNanos;
      this.intervalNanos = intervalNanos;
      this.action = action;
    }

    @Override
    public void cancel() {
      remove(this);
    }
  }

  /**
   * @param clock says what is due
   * @param loop runs the actions
   */
  public ManualTimers(Clock clock, EventLoop loop) {
    this.clock = clock;
    this.loop = loop;
  }

  @Override
  public Timer once(Duration delay, Runnable action) {
    Entry entry = new Entry(clock.nanos() + Math.max(0, delay.toNanos()), 0, action);
    insert(entry);
    return entry;
  }

  @Override
  public Timer every(Duration interval, Runnable action) {
    long nanos = Math.max(1_000_000, interval.toNanos());
    Entry entry = new Entry(clock.nanos() + nanos, nanos, action);
    insert(entry);
    return entry;
  }

  /** How many timers are set. */
  public int armed() {
    return size;
  }

  /** When the next timer is due, by the clock; empty when none is set. */
  public OptionalLong nextDueNanos() {
    return size == 0 ? OptionalLong.empty() : OptionalLong.of(entries[size - 1].dueNanos);
  }

  /**
   * Posts the actions of all timers that are due now.
   *
   * @return how many
   */
  public int fireDue() {
    int fired = 0;
    while (size > 0 && entries[size - 1].dueNanos - clock.nanos() <= 0) {
      Entry due = entries[--size];
      entries[size] = null;
      if (due.intervalNanos > 0) {
        due.dueNanos += due.intervalNanos;
        insert(due);
      }
      loop.execute(due.action);
      fired++;
    }
    return fired;
  }

  /** Forgets all timers, as the death of a process does. */
  public void discard() {
    while (size > 0) {
      entries[--size] = null;
    }
  }

  private void insert(Entry entry) {
    if (size == entries.length) {
      entries = java.util.Arrays.copyOf(entries, size * 2);
    }
    int at = size++;
    // Behind those that are due at the same moment and were set before.
    while (at > 0 && entries[at - 1].dueNanos - entry.dueNanos <= 0) {
      entries[at] = entries[at - 1];
      at--;
    }
    entries[at] = entry;
  }

  private void remove(Entry entry) {
    for (int i = size - 1; i >= 0; i--) {
      if (entries[i] == entry) {
        System.arraycopy(entries, i + 1, entries, i, size - 1 - i);
        entries[--size] = null;
        return;
      }
    }
  }
}
