package dev.sluice.api;

/**
 * A mistake in what surrounds the worker that its operator can mend: a wrong password, an unknown
 * topic, a missing setting. The message names the thing, the value and the fix in words; the worker
 * prints it without a stack trace and ends with exit code 2.
 */
public class InvalidSetup extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message names the thing, its value and the fix; may have several lines
   */
  public InvalidSetup(String message) {
    super(message);
  }

  /**
   * @param message names the thing, its value and the fix; may have several lines
   * @param cause what was found underneath, kept for the debug log
   */
  public InvalidSetup(String message, Throwable cause) {
    super(message, cause);
  }
}
