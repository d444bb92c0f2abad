package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.drain.StopReason;
import dev.sluice.time.Clock;
import java.util.function.IntConsumer;

/**
 * SIGTERM and SIGINT, caught by signal handlers rather than shutdown hooks: hooks run beside those
 * of every other library and make the JVM exit with 143; a handler decides itself when and how the
 * process ends. Signals that come before anybody listens are kept.
 */
public final class ShutdownSignals {

  /** Hears of signals on the JVM's signal threads; must not block. */
  public interface Listener {
    /**
     * The first signal.
     *
     * @param reason TERM or INT
     * @param atNanos when it arrived, by the clock given at installation
     */
    void first(StopReason reason, long atNanos);

    /**
     * A further signal.
     *
     * @param number 15 or 2
     */
    void again(int number);
  }

  private static final int SIGINT = 2;
  private static final int SIGTERM = 15;

  private final Clock clock;
  private final IntConsumer halt;
  private StopReason reason;
  private long firstNanos;
  private Listener listener;

  private ShutdownSignals(Clock clock, IntConsumer halt) {
    this.clock = clock;
    this.halt = halt;
  }

  /**
   * Installs the handlers. Call it first thing: a SIGTERM before this ends the JVM with 143.
   *
   * @param clock stamps the first signal
   * @throws InvalidSetup when the JVM was started with {@code -Xrs}, which takes signals away from
   *     Java code
   */
  public static ShutdownSignals install(Clock clock) {
    ShutdownSignals signals = new ShutdownSignals(clock, DeadlineThread::haltNow);
    signals.handle("TERM", StopReason.TERM, SIGTERM);
    signals.handle("INT", StopReason.INT, SIGINT);
    return signals;
  }

  /** Signals that never come, for a worker that is run inside another program or a test. */
  public static ShutdownSignals none(Clock clock) {
    return none(clock, DeadlineThread::haltNow);
  }

  static ShutdownSignals none(Clock clock, IntConsumer halt) {
    return new ShutdownSignals(clock, halt);
  }

  private void handle(String name, StopReason why, int number) {
    try {
      SignalBinding.bind(name, () -> arrived(why, number));
    } catch (IllegalArgumentException e) {
      throw new InvalidSetup(
          "can't catch SIG"
              + name
              + ": the JVM was started with -Xrs, which takes signals away from the program, so a stop"
              + " would kill it mid-chunk.\nFix: remove -Xrs from the command line, JAVA_TOOL_OPTIONS"
              + " and JDK_JAVA_OPTIONS",
          e);
    }
  }

  /** Delivers a signal as the JVM would. */
  void arrived(StopReason why, int number) {
    Listener target;
    boolean isFirst;
    synchronized (this) {
      isFirst = reason == null;
      if (isFirst) {
        reason = why;
        firstNanos = clock.nanos();
      }
      target = listener;
    }
    if (target == null) {
      if (!isFirst) {
        halt.accept(128 + number);
      }
      return;
    }
    if (isFirst) {
      target.first(why, firstNanos);
    } else {
      target.again(number);
    }
  }

  /** True once a signal has come. */
  public synchronized boolean received() {
    return reason != null;
  }

  /** Names the listener. A signal that came before is delivered inside this call. */
  public void listen(Listener target) {
    StopReason earlier;
    synchronized (this) {
      listener = target;
      earlier = reason;
    }
    if (earlier != null) {
      target.first(earlier, firstNanos);
    }
  }
}
