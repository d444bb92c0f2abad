package dev.sluice.postgres;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Puts jobs into a table of the {@code postgresJobs} source, in the caller's own transaction: they
 * are there when it commits, together with whatever else it writes. Immutable; for any thread;
 * never blocks.
 *
 * <pre>{@code
 * private static final Jobs JOBS = new Jobs();
 *
 * Future<Enqueued> order(SqlConnection connection) {
 *   return JOBS.enqueue(connection, Job.of("mail").payload(Buffer.buffer("{}")).build());
 * }
 * }</pre>
 *
 * <p>The connection's role needs SELECT and INSERT on the table, to cancel UPDATE too.
 */
public final class Jobs {
  /** The most jobs of one call. */
  public static final int MOST_AT_ONCE = 10_000;

  private final TableName table;
  private final EnqueueSql sql;
  private final boolean wakes;

  /** Of the table {@code sluice_jobs}. */
  public Jobs() {
    this(TableName.JOBS);
  }

  /**
   * Of another table.
   *
   * @param table its name, if need be with its schema
   * @throws dev.sluice.config.InvalidSetting when that is no name
   */
  public Jobs(String table) {
    this(TableName.of(table), true);
  }

  private Jobs(TableName table, boolean wakes) {
    this.table = table;
    this.sql = new EnqueueSql(table);
    this.wakes = wakes;
  }

  /**
   * The same, notifying nobody: workers find the jobs when they look next. Transactions that notify
   * commit one at a time in the whole server, which costs where very many of them enqueue.
   */
  public Jobs withoutWaking() {
    return new Jobs(table, false);
  }

  /**
   * Puts one job into the table; see {@link #enqueue(SqlConnection, List)}.
   *
   * @param connection in a transaction, or the job is there at once
   */
  public Future<Enqueued> enqueue(SqlConnection connection, Job job) {
    return enqueue(connection, List.of(job)).map(all -> all.get(0));
  }

  /**
   * Puts jobs into the table with one statement, and a second one when live jobs have some of their
   * unique keys. Of jobs of this call with the same queue and unique key the first one counts.
   * Waits for other transactions that have put such a key in and not ended yet; two that wait for
   * each other are told so by the server, so give keys in one order.
   *
   * @param connection in a transaction, or the jobs are there at once
   * @param jobs at most {@link #MOST_AT_ONCE}; their ids ascend in this order, except of jobs with
   *     a unique key that was given free while this ran
   * @return what became of each, in the order given; fails as the client does, and then the
   *     transaction can only be rolled back
   * @throws IllegalArgumentException when there are too many
   */
  public Future<List<Enqueued>> enqueue(SqlConnection connection, List<Job> jobs) {
    if (jobs.size() > MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          jobs.size() + " jobs at once; expected at most " + MOST_AT_ONCE);
    }
    if (jobs.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return new Enqueuing(
            connection, sql, jobs, wakes ? Optional.of(table.channel()) : Optional.empty())
        .run();
  }

  /**
   * Cancels a job: one that waits will not run; of one that somebody has the worker is asked to end
   * it. Takes effect when the transaction commits.
   *
   * @param id of the job
   * @return what became of it
   */
  public Future<Cancellation> cancel(SqlConnection connection, long id) {
    return connection
        .preparedQuery(sql.cancel())
        .execute(Tuple.of((Object) new Long[] {id}))
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> cancellation(JobState.of(row.getString("state"))))
                    .findFirst()
                    .orElse(Cancellation.UNKNOWN));
  }

  /** What follows from the state that a job had when it was to be cancelled. */
  static Cancellation cancellation(JobState before) {
    return switch (before) {
      case AVAILABLE -> Cancellation.CANCELLED;
      case CLAIMED -> Cancellation.REQUESTED;
      case DONE, DEAD, CANCELLED -> Cancellation.ENDED;
    };
  }
}
