package dev.sluice.benchmarks.kafka;

/** One way to read a topic and do something with its records. */
interface Contestant {

  /**
   * Starts. The watch is told of the first record when it comes, and of every one that is done.
   *
   * @return ends it orderly, with everything committed that is done; may block
   * @throws UnsupportedOperationException when it can't do such work, saying why
   */
  AutoCloseable start(LapOrder order, LapWatch watch);
}
