package dev.sluice.benchmarks.contest;

/**
 * What a contestant did.
 *
 * @param nanos from the first record that it was given to the last that was done
 * @param commits how often positions were sent meanwhile, where that is counted
 * @param trouble why it could not, or empty
 */
public record Lap(long nanos, long commits, String trouble) {

  static Lap failed(String trouble) {
    return new Lap(0, 0, trouble);
  }

  boolean ok() {
    return trouble.isEmpty();
  }
}
