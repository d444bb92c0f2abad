package dev.sluice.cli;

/** Ends the process in the ordinary way. */
public final class ProcessExit {

  private ProcessExit() {}

  /**
   * Exits the JVM; shutdown hooks of other libraries run, the drain is over by then.
   *
   * @param code one of {@link ExitCode}
   */
  public static void with(int code) {
    System.exit(code);
  }
}
