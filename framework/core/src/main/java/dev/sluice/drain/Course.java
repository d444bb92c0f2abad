package dev.sluice.drain;

/**
 * What a stop carries from phase to phase.
 *
 * @param reason why the worker stops
 * @param unfinished true once a record of a started try is known to be neither settled nor
 *     checkpointed: its try was cut, failed (also before the stop, when it waited for its retry or
 *     its lane is stopped) or was abandoned, or its last settle failed. A try that stopped at a
 *     checkpoint of the drain leaves nothing behind in this sense
 */
public record Course(StopReason reason, boolean unfinished) {

  /**
   * Exit code of a stop in which a record of a started try was neither settled nor checkpointed.
   */
  public static final int CUT = 3;

  /** Exit code of a worker that could not go on. */
  public static final int FATAL = 1;

  /** The outcome as far as it is known. */
  public DrainOutcome outcome() {
    return unfinished ? DrainOutcome.CUT : DrainOutcome.CLEAN;
  }

  /** The exit code as far as it is known: a fatal end stays one, whatever the drain could save. */
  public int exitCode() {
    if (reason == StopReason.FATAL) {
      return FATAL;
    }
    return unfinished ? CUT : 0;
  }

  Course withUnfinished() {
    return new Course(reason, true);
  }

  DrainEffect.Report report() {
    return new DrainEffect.Report(reason, outcome(), exitCode());
  }
}
