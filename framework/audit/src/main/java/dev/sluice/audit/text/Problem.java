package dev.sluice.audit.text;

import java.util.Objects;

/**
 * Why something could not be read, with its place. The rest is audited all the same; the exit code
 * tells (2).
 *
 * @param at where
 * @param message what, and what to do
 */
public record Problem(Position at, String message) {

  /** Needs both. */
  public Problem {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(message, "message");
  }

  /** {@code file:line: message}. */
  @Override
  public String toString() {
    return at + ": " + message;
  }
}
