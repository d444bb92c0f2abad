package dev.sluice.audit.launch;

/** Reads what is started. */
public final class Launches {
  private Launches() {}

  /**
   * Follows a start line to its innermost program.
   *
   * @param line what is started; with at least one word
   * @param stopped whom the stop signal is sent to
   * @param sh what {@code /bin/sh} is
   * @param scripts the files that were read
   */
  public static Launch follow(StartLine line, Stopped stopped, ShellKind sh, Scripts scripts) {
    return new Launch(
        SignalPath.UNKNOWN,
        Launch.Cause.UNREAD,
        java.util.List.of(),
        java.util.List.of(),
        line.words().get(0).at(),
        "");
  }
}
