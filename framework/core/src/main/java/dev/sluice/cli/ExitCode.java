package dev.sluice.cli;

/**
 * How a worker's process ends. Outsiders rely on these figures. Besides them a second signal ends
 * the process with 128 + its number: 130 for SIGINT, 143 for SIGTERM.
 */
public final class ExitCode {

  /** Everything is settled, or a command did what it was asked. */
  public static final int CLEAN = 0;

  /**
   * The worker could not go on, a lane stood still when {@code --exit-when-idle} ended it, or a
   * verdict of {@code rehearse} is that a promise was not kept.
   */
  public static final int FATAL = 1;

  /**
   * Bad usage, a bad configuration, a shutdown chain that does not fit, or a source or service that
   * could not be opened within {@code startup}.
   */
  public static final int INVALID = 2;

  /**
   * A record of a started try was neither settled nor checkpointed when the worker stopped: its try
   * was cut, failed (also one that waited for its retry, or whose lane is stopped) or was
   * abandoned, or its last settle failed. It is handed back and will be done again. A chunk that
   * stopped at a checkpoint because of the stop does not count.
   */
  public static final int CUT = 3;

  private ExitCode() {}
}
