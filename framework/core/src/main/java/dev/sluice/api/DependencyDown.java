package dev.sluice.api;

/**
 * Thrown, or failed with, by a handler whose sink is away: the work is fine, nothing but time
 * helps. The engine pauses intake, probes with this work and growing pauses, counts no attempt and
 * writes no dead letter. It counts wherever it stands in the chain of causes.
 *
 * <p>Refused and broken connections are recognised without it; declare what only the handler can
 * know, an HTTP 503 for example.
 */
public class DependencyDown extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message names what is away
   */
  public DependencyDown(String message) {
    super(message);
  }

  /**
   * @param message names what is away
   * @param cause what was seen of it
   */
  public DependencyDown(String message, Throwable cause) {
    super(message, cause);
  }
}
