package dev.sluice.chain;

/**
 * One term of a chain's minimum.
 *
 * @param layer what holds the time, for example {@code node cap}
 * @param seconds its figure
 * @param origin where the figure comes from
 */
public record Link(String layer, long seconds, String origin) {

  /** As messages print it: {@code node cap 120 s (node.profile aws-spot)}. */
  @Override
  public String toString() {
    return layer + " " + seconds + " s (" + origin + ")";
  }
}
