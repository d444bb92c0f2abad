package dev.sluice.chain;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * One program of a configuration that is audited as it is.
 *
 * @param name as the configuration calls it
 * @param stopwait the supervisor's {@code stopwaitsecs} for it, in seconds; empty when unset or
 *     unsupervised, {@link #UNKNOWN_WAIT} when it is set to what can't be read
 * @param timers timers inside the application that end a stop, each with its figure and origin
 * @param need the longest work it must be able to finish, in seconds
 * @param commit what it then takes to settle; zero for a program that declares none
 * @param close what it then takes to close; zero for a program that declares none
 */
public record StopProgram(
    String name, OptionalLong stopwait, List<Link> timers, long need, long commit, long close) {
  /** What supervisord waits when {@code stopwaitsecs} is not set, in seconds. */
  public static final long SUPERVISORD_DEFAULT = 10;

  /** A wait that is set and not known: it ends nothing, and takes no time from what stops later. */
  public static final OptionalLong UNKNOWN_WAIT = OptionalLong.of(Long.MAX_VALUE);

  /** Copies the timers. */
  public StopProgram {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(stopwait, "stopwait");
    timers = List.copyOf(timers);
  }

  /** A foreign job: nothing but what its work takes. */
  public static StopProgram job(String name, OptionalLong stopwait, long need) {
    return new StopProgram(name, stopwait, List.of(), need, 0, 0);
  }

  /** The wait that holds: the declared one or supervisord's default; 0 while it is not known. */
  public long effectiveWait() {
    return waitIsKnown() ? stopwait.orElse(SUPERVISORD_DEFAULT) : 0;
  }

  /** False for a wait that is set and not known. */
  public boolean waitIsKnown() {
    return !stopwait.equals(UNKNOWN_WAIT);
  }

  /** need + commit + close. */
  public long needed() {
    return need + commit + close;
  }

  Link waitLink() {
    return stopwait.isPresent()
        ? new Link("stopwaitsecs", stopwait.getAsLong(), "program " + name)
        : new Link("stopwaitsecs not set", SUPERVISORD_DEFAULT, "supervisord's default");
  }
}
