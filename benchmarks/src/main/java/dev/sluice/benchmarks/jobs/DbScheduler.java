package dev.sluice.benchmarks.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.serializer.JavaSerializer;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import dev.sluice.benchmarks.database.SideConnection;
import java.time.Duration;

/**
 * db-scheduler with what its documentation advises for high throughput: jobs are locked as they are
 * fetched, up to four a thread, and fetched again when there is one left a thread. Its table and
 * indexes are those of its documentation; finished jobs leave the table.
 */
final class DbScheduler implements Contestant<JobsLap> {
  private static final int THREADS = 20;
  private static final double FETCH_BELOW = 1.0;
  private static final double FETCH_UP_TO = 4.0;
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS scheduled_tasks (
        task_name text NOT NULL,
        task_instance text NOT NULL,
        task_data bytea,
        execution_time timestamp with time zone NOT NULL,
        picked boolean NOT NULL,
        picked_by text,
        last_success timestamp with time zone,
        last_failure timestamp with time zone,
        consecutive_failures int,
        last_heartbeat timestamp with time zone,
        version bigint NOT NULL,
        priority smallint,
        PRIMARY KEY (task_name, task_instance)
      )""";

  @Override
  public AutoCloseable start(JobsLap order, LapWatch watch) throws Exception {
    try (SideConnection database = new SideConnection(order.database())) {
      database.execute(
          TABLE,
          "CREATE INDEX IF NOT EXISTS execution_time_idx ON scheduled_tasks (execution_time)",
          "CREATE INDEX IF NOT EXISTS last_heartbeat_idx ON scheduled_tasks (last_heartbeat)",
          "CREATE INDEX IF NOT EXISTS priority_execution_time_idx ON scheduled_tasks"
              + " (priority DESC, execution_time)",
          "TRUNCATE scheduled_tasks");
      database.update(
          "INSERT INTO scheduled_tasks"
              + " (task_name, task_instance, task_data, execution_time, picked, version)"
              + " SELECT 'work', n::text, ?::bytea, now(), false, 1 FROM generate_series(1, ?) AS n",
          new JavaSerializer().serialize(new byte[JobsLap.PAYLOAD]),
          order.records());
      database.settle("scheduled_tasks");
    }
    ServerWatch table =
        JobsTable.watched(
            order,
            watch,
            "SELECT EXISTS (SELECT FROM scheduled_tasks)::int",
            "SELECT " + order.records() + " - count(*) FROM scheduled_tasks");
    OneTimeTask<byte[]> task =
        Tasks.oneTime("work", byte[].class).execute((job, context) -> table.handled(1));
    HikariDataSource pool = JdbcPool.open(order, THREADS + 4);
    Scheduler scheduler =
        Scheduler.create(pool, task)
            .threads(THREADS)
            .pollUsingLockAndFetch(FETCH_BELOW, FETCH_UP_TO)
            .pollingInterval(Duration.ofSeconds(1))
            .build();
    scheduler.start();
    return () -> {
      try (table;
          pool) {
        scheduler.stop();
      }
    };
  }
}
