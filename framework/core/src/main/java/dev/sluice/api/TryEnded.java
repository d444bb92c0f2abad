package dev.sluice.api;

/**
 * Thrown by a context whose try is over: abandoned at its limit, cut by a drain, or already
 * completed. Whatever the handler wanted to say came too late and changed nothing.
 */
public final class TryEnded extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message names the handler, the lane and why the try ended
   */
  public TryEnded(String message) {
    super(message);
  }
}
