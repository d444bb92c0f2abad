package dev.sluice.audit.launch;

/** A shell text that is not understood: wrong, or beyond what is read here. */
final class ShellSyntax extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;

  ShellSyntax(int line, String message) {
    super(message);
    this.line = line;
  }

  int line() {
    return line;
  }
}
