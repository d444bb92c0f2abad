package dev.sluice.chain;

import java.util.Objects;

/**
 * How long the thing that drains nodes really waits.
 *
 * @param origin where the figure comes from, for tables and messages
 * @param seconds whole seconds, rounded down; zero means no window at all and is always refused by
 *     the chain
 */
public record NodeCap(String origin, long seconds) {

  /**
   * Validates the figure.
   *
   * @throws InvalidDeclaration if it is below zero
   */
  public NodeCap {
    Objects.requireNonNull(origin, "origin");
    if (seconds < 0) {
      throw new InvalidDeclaration(
          "node cap (" + origin + ") must be zero or more, not " + seconds);
    }
  }
}
