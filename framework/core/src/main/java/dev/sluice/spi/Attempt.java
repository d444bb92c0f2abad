package dev.sluice.spi;

import java.util.OptionalInt;

/**
 * The how many-th delivery of a record this is, as a source counts them that has what failed come
 * again later ({@link Batch#attempt}). What was handed back does not count.
 *
 * @param number at least 1
 * @param most how many this record has; empty for as many as the pipeline says
 */
public record Attempt(int number, OptionalInt most) {

  /** Checks the number. */
  public Attempt {
    if (number < 1) {
      throw new IllegalArgumentException("attempt " + number + " is below 1");
    }
  }
}
