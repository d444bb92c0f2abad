package dev.sluice.benchmarks.claim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.sluice.benchmarks.Machine;

/**
 * What claims took, as it is written to JSON.
 *
 * @param quick fewer jobs: to see that it runs, not to compare
 * @param machine where
 * @param batch jobs of a claim
 * @param claims of each table
 * @param full of the table that is full
 * @param small of the table that is almost empty
 * @param ratio of the medians
 * @param target the most that the ratio is to be
 * @param fillSeconds how long it took to fill the tables
 */
public record ClaimFigures(
    boolean quick,
    Machine machine,
    int batch,
    int claims,
    Side full,
    Side small,
    double ratio,
    double target,
    long fillSeconds) {

  /**
   * One table.
   *
   * @param finished jobs in it that have ended
   * @param waiting jobs in it that are due, all the time
   * @param p50 milliseconds of a claim, the median
   * @param p99 milliseconds of a claim, all but one in a hundred
   */
  public record Side(int finished, int waiting, double p50, double p99) {}

  /** As JSON, a line break at the end. */
  public String json() {
    try {
      return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads what {@link #json()} has written. */
  public static ClaimFigures read(String json) throws JsonProcessingException {
    return new ObjectMapper().readValue(json, ClaimFigures.class);
  }
}
