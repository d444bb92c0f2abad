package dev.sluice.benchmarks.jobs;

import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import dev.sluice.benchmarks.database.SideConnection;
import java.sql.SQLException;

/**
 * What a table says of its jobs.
 *
 * @param database a connection of its own
 * @param unfinishedJobs asks whether there are jobs that are not finished: 0 or more
 * @param finishedJobs asks how many are
 */
record JobsTable(SideConnection database, String unfinishedJobs, String finishedJobs)
    implements ServerWatch.View {

  /** Ends a lap when every job is finished in the table. */
  static ServerWatch watched(JobsLap order, LapWatch watch, String unfinished, String finished) {
    return new ServerWatch(
        order.records(),
        watch,
        () -> new JobsTable(new SideConnection(order.database()), unfinished, finished));
  }

  @Override
  public boolean unfinished() throws SQLException {
    return database.number(unfinishedJobs) > 0;
  }

  @Override
  public long finished() throws SQLException {
    return database.number(finishedJobs);
  }

  @Override
  public void close() {
    try {
      database.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
