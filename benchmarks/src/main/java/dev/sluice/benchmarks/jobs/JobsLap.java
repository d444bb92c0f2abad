package dev.sluice.benchmarks.jobs;

import dev.sluice.benchmarks.contest.LapOrder;
import dev.sluice.benchmarks.database.DatabaseAddress;

/**
 * What a contestant is asked to do: to fill its own database with jobs that do nothing, to work on
 * all of them and to leave every one finished.
 *
 * @param database nobody else's
 * @param records how many jobs
 * @param batch how many are claimed at once by those who can be told
 */
record JobsLap(DatabaseAddress database, int records, int batch) implements LapOrder {
  /** Bytes of a job's payload. */
  static final int PAYLOAD = 200;
}
