package dev.sluice.testkit.rehearsal;

/** A scenario can't go on; the message says where it stands. */
final class Stuck extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Stuck(String message, Throwable cause) {
    super(message, cause);
  }

  Stuck(String message) {
    super(message);
  }
}
