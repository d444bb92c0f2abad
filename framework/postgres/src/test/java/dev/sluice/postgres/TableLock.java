package dev.sluice.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Keeps everybody else from a table of jobs, so that their statements wait. */
final class TableLock implements AutoCloseable {
  private final JobsDatabase jobs;
  private final Connection connection;

  TableLock(JobsDatabase jobs) throws SQLException {
    this(jobs, "ACCESS EXCLUSIVE");
  }

  TableLock(JobsDatabase jobs, String mode) throws SQLException {
    this.jobs = jobs;
    connection = jobs.connect();
    connection.setAutoCommit(false);
    run("LOCK TABLE sluice_jobs IN " + mode + " MODE");
  }

  /** Does what others will see only when the lock is released. */
  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Breaks the connections of those who wait, once somebody waits with such a statement. */
  void breakThoseWhoWait(String statementLike) {
    jobs.awaitLockWaiter(statementLike);
    jobs.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND wait_event_type = 'Lock'");
  }

  void release() throws SQLException {
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
