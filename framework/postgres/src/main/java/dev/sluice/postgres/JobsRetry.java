package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.io.PrintWriter;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code jobs retry}. */
final class JobsRetry {
  private static final int VERSION = 1;
  private static final int AT_ONCE = 1000;
  private static final int COUNTED = 100_000;
  private static final String TWICE = "23505";

  private JobsRetry() {}

  static int run(JobsConnection jobs, JobsOptions options, PrintWriter out) {
    return options.ids().isEmpty() ? dead(jobs, options, out) : these(jobs, options, out);
  }

  private static int these(JobsConnection jobs, JobsOptions options, PrintWriter out) {
    Set<Long> ids = new TreeSet<>(options.ids());
    RowSet<Row> found =
        revive(
            jobs,
            new ReviveSql(jobs.table()).these(),
            Tuple.of(ids.toArray(Long[]::new), jobs.table().channel()),
            0);
    List<String> refused = new ArrayList<>();
    for (Row row : found) {
      ids.remove(row.getLong("id"));
      refusal(row).ifPresent(refused::add);
    }
    if (!ids.isEmpty()) {
      throw JobsShow.isMissing(
          "retry",
          ids.stream().map(String::valueOf).collect(Collectors.joining(", ")),
          jobs.place());
    }
    if (!refused.isEmpty()) {
      throw new InvalidSetup(
          "jobs retry: "
              + String.join("; ", refused)
              + "; no job was changed\nFix: give only ids of dead and cancelled jobs; jobs list"
              + " --state dead,cancelled prints them");
    }
    if (options.json()) {
      JsonArray retried = new JsonArray();
      new TreeSet<>(options.ids()).forEach(retried::add);
      out.println(json(jobs).put("retried", retried).encodePrettily());
    } else {
      found.forEach(row -> out.println("job " + row.getLong("id") + " is available again"));
    }
    return 0;
  }

  // Whoever enqueues a unique key at the same moment is seen only the next time.
  private static RowSet<Row> revive(
      JobsConnection jobs, String sql, Tuple parameters, long before) {
    try {
      return jobs.ask(sql, parameters);
    } catch (InvalidSetup failure) {
      if (!isTwice(failure)) {
        throw failure;
      }
    }
    try {
      return jobs.ask(sql, parameters);
    } catch (InvalidSetup failure) {
      if (!isTwice(failure)) {
        throw failure;
      }
      throw new InvalidSetup(
          "jobs retry: somebody is enqueueing jobs with the unique keys of dead ones; "
              + before
              + (before == 1 ? " job was" : " jobs were")
              + " made available again before that\nFix: run it again",
          failure);
    }
  }

  private static boolean isTwice(InvalidSetup failure) {
    return failure.getCause() instanceof PgException refused && TWICE.equals(refused.getSqlState());
  }

  private static Optional<String> refusal(Row row) {
    long id = row.getLong("id");
    Long holder = row.getLong("holder");
    return switch (JobState.of(row.getString("state"))) {
      case AVAILABLE, CLAIMED -> Optional.of("job " + id + " is " + row.getString("state"));
      case DONE -> Optional.of("job " + id + " is done, and not run again");
      case DEAD, CANCELLED ->
          Optional.ofNullable(holder)
              .map(other -> "job " + id + " has the unique key of job " + other);
    };
  }

  private static int dead(JobsConnection jobs, JobsOptions options, PrintWriter out) {
    String queue = options.queue().orElse(jobs.queue());
    String kind = options.kind().orElse(null);
    ReviveSql sql = new ReviveSql(jobs.table());
    // Those that die again meanwhile wait for the next call.
    OffsetDateTime before =
        jobs.ask("SELECT now()", Tuple.tuple()).iterator().next().getOffsetDateTime(0);
    long most = options.limit().orElse(Integer.MAX_VALUE);
    long revived = 0;
    long last = 1;
    while (last > 0 && revived < most) {
      jobs.renew();
      Tuple parameters =
          Tuple.of(
              queue, before, (int) Math.min(AT_ONCE, most - revived), jobs.table().channel(), kind);
      last = revive(jobs, sql.dead(), parameters, revived).iterator().next().getLong("revived");
      revived += last;
    }
    jobs.renew();
    long left =
        jobs.ask(sql.left(), Tuple.of(queue, before, COUNTED, kind))
            .iterator()
            .next()
            .getLong("jobs");
    if (options.json()) {
      out.println(
          json(jobs)
              .put("queue", queue)
              .put("retriedCount", revived)
              .put("leftDead", left)
              .encodePrettily());
    } else {
      out.println(
          (revived == 1 ? "1 job is" : revived + " jobs are")
              + " available again in queue "
              + queue
              + left(left, revived >= most));
    }
    return 0;
  }

  private static String left(long left, boolean limited) {
    if (left == 0) {
      return "";
    }
    return "; "
        + (left >= COUNTED ? "at least " : "")
        + left
        + (left == 1 ? " stays" : " stay")
        + " dead: "
        + (limited
            ? "--limit was reached"
            : "live jobs have their unique keys, or they are locked");
  }

  private static JsonObject json(JobsConnection jobs) {
    return new JsonObject().put("version", VERSION).put("table", jobs.place());
  }
}
