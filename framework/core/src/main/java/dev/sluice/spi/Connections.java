package dev.sluice.spi;

import java.util.Objects;

/**
 * Connections that one part of a worker may hold open to one server at the same time, from its
 * settings alone. A worker's connection budget is the sum of these by server.
 *
 * @param where the server, named the same for the same server whoever connects, as in {@code
 *     postgres://host:5432/database}; no credentials
 * @param most the most connections at once, at least 1
 * @param what what holds them, as in {@code pool}
 */
public record Connections(String where, int most, String what) {

  /** Refuses less than one. */
  public Connections {
    Objects.requireNonNull(where, "where");
    Objects.requireNonNull(what, "what");
    if (most < 1) {
      throw new IllegalArgumentException(what + " to " + where + ": " + most + " connections");
    }
  }
}
