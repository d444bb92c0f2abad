package dev.sluice.runtime;

/** Says in one line what a throwable is about. */
final class Causes {
  private Causes() {}

  /**
   * The simple class name and the first line of the message, the innermost cause if that says more.
   */
  static String brief(Throwable thrown) {
    String message = thrown.getMessage();
    if (message == null && thrown.getCause() != null) {
      return brief(thrown.getCause());
    }
    String line = message == null ? "" : message.lines().findFirst().orElse("").strip();
    String name = thrown.getClass().getSimpleName();
    return line.isEmpty() ? name : name + ": " + line;
  }
}
