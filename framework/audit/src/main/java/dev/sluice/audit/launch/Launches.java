package dev.sluice.audit.launch;

/** Reads what is started. */
public final class Launches {
  private Launches() {}

  /**
   * Follows a start line to its innermost program.
   *
   * @param line what is started; with at least one word
   * @param processOne whether it is process 1 of a container (a signal it does not handle is then
   *     ignored) or a child of a supervisor (then it ends it)
   * @param sh what {@code /bin/sh} is
   * @param scripts the files that were read
   */
  public static Launch follow(StartLine line, boolean processOne, ShellKind sh, Scripts scripts) {
    return new Launch(
        SignalPath.UNKNOWN,
        Launch.Cause.UNREAD,
        java.util.List.of(),
        java.util.List.of(),
        line.words().get(0).at(),
        "");
  }
}
