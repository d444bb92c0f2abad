package dev.sluice.embedded;

/**
 * A server could not be started, stopped or asked. The message names the server, its data directory
 * or its log, and what to do; when the server wrote a log, its last lines follow.
 */
public final class ServerFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message names the server, the file or value, and the fix
   */
  public ServerFailed(String message) {
    super(message);
  }

  /**
   * @param message names the server, the file or value, and the fix
   * @param cause what was found underneath
   */
  public ServerFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
