package dev.sluice.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.List;

/**
 * Everything one run of the benchmarks has measured, as it is written to JSON.
 *
 * @param quick few iterations: to see that it runs, not to compare
 * @param machine where
 * @param throughput records a second
 * @param keysHeap what keys cost
 */
record Figures(boolean quick, Machine machine, List<Throughput> throughput, Heap keysHeap) {

  /**
   * Records a second of one setting.
   *
   * @param ordering what was kept in order
   * @param chunk the most records of a chunk
   * @param recordsPerSecond on one thread
   * @param error half of the 99.9 % confidence interval, in the same unit; absent for a single
   *     iteration
   * @param bytesPerRecord allocated on the heap, the harness's own included
   */
  record Throughput(
      String ordering, int chunk, long recordsPerSecond, Long error, double bytesPerRecord) {}

  /**
   * Heap that an engine and the records it holds take.
   *
   * @param chunksInFlight tries that ran
   * @param recordsHeld the same with few keys and with many
   * @param fewKeys distinct keys
   * @param fewKeysBytes bytes after a collection
   * @param manyKeys distinct keys
   * @param manyKeysBytes bytes after a collection
   * @param ratio the latter by the former
   */
  record Heap(
      int chunksInFlight,
      int recordsHeld,
      int fewKeys,
      long fewKeysBytes,
      int manyKeys,
      long manyKeysBytes,
      double ratio) {}

  /** As JSON, a line break at the end. */
  String json() {
    return write(this);
  }

  /** Reads what {@link #json()} has written. */
  static Figures read(String json) throws JsonProcessingException {
    return new ObjectMapper().readValue(json, Figures.class);
  }

  static String write(Object figures) {
    try {
      return new ObjectMapper()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .writeValueAsString(figures)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
