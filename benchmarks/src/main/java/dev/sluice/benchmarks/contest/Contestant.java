package dev.sluice.benchmarks.contest;

/**
 * One way to do what is ordered. Used in a JVM of its own, one lap after the other.
 *
 * @param <O> what is ordered
 */
public interface Contestant<O extends LapOrder> {

  /**
   * Starts. The watch is told of the first record when it comes, and of every one that is done.
   *
   * @return ends it orderly, with everything confirmed that is done; may block
   * @throws UnsupportedOperationException when it can't do such work, saying why
   */
  AutoCloseable start(O order, LapWatch watch) throws Exception;
}
