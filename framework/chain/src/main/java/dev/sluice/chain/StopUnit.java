package dev.sluice.chain;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A systemd service of a configuration that is audited as it is.
 *
 * @param program what it runs, under the unit's name; its own {@code stopwait} is not looked at
 * @param timeout {@code TimeoutStopSec} with its origin; {@link #UNLIMITED} for {@code infinity}
 * @param execStops how many {@code ExecStop=} commands run before SIGTERM; the wait holds for each
 * @param after names of the units that this one starts after, so it stops before them
 */
public record StopUnit(StopProgram program, Link timeout, int execStops, List<String> after) {
  /** What stands for no limit, in seconds; sums never go beyond it. */
  public static final long UNLIMITED = Duration.ofDays(365_000).toSeconds();

  /** What systemd waits when neither the unit nor the manager says anything, in seconds. */
  public static final long SYSTEMD_DEFAULT = 90;

  /**
   * Copies the names.
   *
   * @throws InvalidDeclaration if the number of commands is negative
   */
  public StopUnit {
    Objects.requireNonNull(program, "program");
    Objects.requireNonNull(timeout, "timeout");
    after = List.copyOf(after);
    if (execStops < 0) {
      throw new InvalidDeclaration(program.name() + " has " + execStops + " ExecStop commands");
    }
  }

  /** The unit's name. */
  public String name() {
    return program.name();
  }

  /** From the beginning of its stop to its SIGTERM, at the longest. */
  long untilSigterm() {
    return timeout.seconds() >= UNLIMITED && execStops > 0
        ? UNLIMITED
        : Math.min(UNLIMITED, execStops * timeout.seconds());
  }
}
