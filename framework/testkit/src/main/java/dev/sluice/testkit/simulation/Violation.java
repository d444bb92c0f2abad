package dev.sluice.testkit.simulation;

/**
 * An invariant that did not hold.
 *
 * @param invariant which
 * @param detail what was seen
 */
public record Violation(Invariant invariant, String detail) {

  @Override
  public String toString() {
    return invariant + " (" + invariant.sentence() + "): " + detail;
  }
}
