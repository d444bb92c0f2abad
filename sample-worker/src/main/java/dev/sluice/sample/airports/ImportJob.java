package dev.sluice.sample.airports;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a job says, as in {@code {"file": "airports.csv", "batch": 500}}.
 *
 * @param file its name below the worker's directory of airport files
 * @param batch rows of one transaction, 1 to 10,000
 */
public record ImportJob(String file, int batch) {
  private static final int USUAL = 500;
  private static final int MOST = 10_000;

  /** Refuses a job without a file, and batches that are no use. */
  public ImportJob {
    if (file == null || file.isBlank()) {
      throw new IllegalArgumentException(
          "the job names no file; its payload is {\"file\": \"airports.csv\", \"batch\": 500}");
    }
    if (batch < 1 || batch > MOST) {
      throw new IllegalArgumentException("batch " + batch + " is not between 1 and " + MOST);
    }
  }

  @JsonCreator
  static ImportJob of(@JsonProperty("file") String file, @JsonProperty("batch") Integer batch) {
    return new ImportJob(file, batch == null ? USUAL : batch);
  }
}
