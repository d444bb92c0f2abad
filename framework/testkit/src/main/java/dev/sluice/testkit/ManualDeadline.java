package dev.sluice.testkit;

import dev.sluice.runtime.Deadline;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntSupplier;

/**
 * A deadline that ends no process: it keeps the exit code the process would have been halted with.
 * Used by the thread that turns the loop.
 */
public final class ManualDeadline implements Deadline {
  private Watch watch;
  private long atNanos;
  private boolean halted;
  private int code;

  /** A deadline that nobody has armed. */
  public ManualDeadline() {}

  @Override
  public void arm(long at, Watch watcher) {
    atNanos = at;
    watch = watcher;
  }

  @Override
  public void notLaterThan(long at) {
    if (watch != null && at - atNanos < 0) {
      atNanos = at;
    }
  }

  @Override
  public void haltAfter(IntSupplier words, int otherwise) {
    int exitCode;
    try {
      exitCode = words.getAsInt();
    } catch (RuntimeException e) {
      exitCode = otherwise;
    }
    halt(exitCode);
  }

  /** When the process is ended, by its clock; empty while no stop is asked for. */
  public OptionalLong atNanos() {
    return watch == null ? OptionalLong.empty() : OptionalLong.of(atNanos);
  }

  /**
   * Looks at the clock and ends the process when the time is over.
   *
   * @param nowNanos the time
   * @return whether the process has been halted, now or before
   */
  public boolean look(long nowNanos) {
    if (!halted && watch != null && atNanos - nowNanos <= 0) {
      halt(watch.expired());
    }
    return halted;
  }

  /** What a stop says of itself in between, as the real deadline has it said every 2 s. */
  public void tick() {
    if (!halted && watch != null) {
      watch.tick();
    }
  }

  /** The code the process was halted with; empty while it was not. */
  public OptionalInt halted() {
    return halted ? OptionalInt.of(code) : OptionalInt.empty();
  }

  private void halt(int exitCode) {
    if (!halted) {
      halted = true;
      code = exitCode;
    }
  }
}
