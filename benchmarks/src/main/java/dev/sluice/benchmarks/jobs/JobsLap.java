package dev.sluice.benchmarks.jobs;

import dev.sluice.benchmarks.contest.LapOrder;

/**
 * What a contestant is asked to do: to fill its own database with jobs that do nothing, to work on
 * all of them and to leave every one finished.
 *
 * @param host the server
 * @param port the server
 * @param user who connects
 * @param password of the user
 * @param database nobody else's
 * @param records how many jobs
 * @param batch how many are claimed at once by those who can be told
 */
record JobsLap(
    String host, int port, String user, String password, String database, int records, int batch)
    implements LapOrder {
  /** Bytes of a job's payload. */
  static final int PAYLOAD = 200;

  /** For Vert.x's client. */
  String url() {
    return "postgresql://" + user + ":" + password + "@" + host + ":" + port + "/" + database;
  }

  /** For JDBC. */
  String jdbcUrl() {
    return "jdbc:postgresql://" + host + ":" + port + "/" + database;
  }
}
