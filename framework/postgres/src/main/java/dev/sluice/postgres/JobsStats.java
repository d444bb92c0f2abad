package dev.sluice.postgres;

import dev.sluice.command.TextTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/** {@code jobs stats}. */
final class JobsStats {
  private static final int VERSION = 1;
  private static final long COUNTED = 100_000;
  private static final int MOST_WORKERS = 200;

  private final JobsConnection jobs;
  private final InspectSql sql;
  private final Optional<String> queue;

  private JobsStats(JobsConnection jobs, Optional<String> queue) {
    this.jobs = jobs;
    this.sql = new InspectSql(jobs.table());
    this.queue = queue;
  }

  static int run(JobsConnection jobs, JobsOptions options, PrintWriter out) {
    JobsStats stats = new JobsStats(jobs, options.queue());
    List<Row> rows = rows(jobs.ask(stats.sql.counts(), stats.of()));
    Done done = stats.done();
    Map<Group, Counts> groups =
        new TreeMap<>(Comparator.comparing(Group::queue).thenComparing(Group::kind));
    rows.forEach(row -> stats.add(groups, row));
    done.groups.forEach(row -> stats.add(groups, row));
    List<Row> workers = rows(jobs.ask(stats.sql.workers(), stats.of().addValue(MOST_WORKERS)));
    if (options.json()) {
      out.println(stats.json(groups, done, workers).encodePrettily());
    } else {
      out.print(table(groups, done));
      out.println(stats.summary(groups, done));
      out.print(table(workers));
    }
    return 0;
  }

  private record Group(String queue, String kind) {}

  private static final class Counts {
    private final Map<JobState, Long> states = new TreeMap<>();
    private long due;
    private double oldestDueSeconds;

    private long of(JobState state) {
      return states.getOrDefault(state, 0L);
    }
  }

  /**
   * How many are done.
   *
   * @param exact whether they were counted
   * @param jobs all; empty when not even an estimate is there
   * @param groups the counts by queue and kind, when they were counted
   */
  private record Done(boolean exact, OptionalLong jobs, List<Row> groups) {}

  private Tuple of() {
    return Tuple.tuple().addString(queue.orElse(null));
  }

  private static List<Row> rows(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false).toList();
  }

  private Done done() {
    long some =
        jobs.ask(sql.doneUpTo(), of().addValue(COUNTED + 1)).iterator().next().getLong("jobs");
    if (some <= COUNTED) {
      return new Done(true, OptionalLong.of(some), rows(jobs.ask(sql.done(), of())));
    }
    if (queue.isPresent()) {
      // What the database knows concerns the whole table.
      return new Done(false, OptionalLong.empty(), List.of());
    }
    return new Done(
        false,
        rows(jobs.ask(sql.doneEstimated(), Tuple.tuple())).stream()
            .mapToLong(row -> row.getLong("jobs"))
            .filter(estimate -> estimate > COUNTED)
            .findFirst(),
        List.of());
  }

  private void add(Map<Group, Counts> groups, Row row) {
    Counts counts =
        groups.computeIfAbsent(
            new Group(row.getString("queue"), row.getString("kind")), group -> new Counts());
    JobState state = JobState.of(row.getString("state"));
    counts.states.put(state, row.getLong("jobs"));
    if (state == JobState.AVAILABLE) {
      counts.due = row.getLong("due");
      counts.oldestDueSeconds = row.getDouble("oldest");
    }
  }

  private static String table(Map<Group, Counts> groups, Done done) {
    TextTable table =
        new TextTable(
            "queue",
            "kind",
            "available",
            "due",
            "oldest due",
            "claimed",
            "dead",
            "cancelled",
            "done");
    groups.forEach(
        (group, counts) ->
            table.row(
                JobView.cell(group.queue()),
                JobView.cell(group.kind()),
                counts.of(JobState.AVAILABLE),
                counts.due,
                counts.due == 0 ? "-" : age(counts.oldestDueSeconds),
                counts.of(JobState.CLAIMED),
                counts.of(JobState.DEAD),
                counts.of(JobState.CANCELLED),
                done.exact() ? counts.of(JobState.DONE) : "many"));
    return groups.isEmpty() ? "" : table.render();
  }

  private static String age(double seconds) {
    Duration age = Duration.ofSeconds((long) seconds);
    if (age.toHours() > 0) {
      return age.toHours() + "h" + age.toMinutesPart() + "m";
    }
    return age.toMinutes() > 0
        ? age.toMinutes() + "m" + age.toSecondsPart() + "s"
        : age.toSeconds() + "s";
  }

  private String summary(Map<Group, Counts> groups, Done done) {
    String where = queue.map(name -> "queue " + name + " of ").orElse("") + jobs.place();
    if (groups.isEmpty() && done.exact()) {
      return "no jobs in " + where;
    }
    return where + ": " + doneText(done) + " done";
  }

  private static String doneText(Done done) {
    if (done.exact()) {
      return Long.toString(done.jobs().orElse(0));
    }
    return done.jobs().isPresent() ? "about " + done.jobs().getAsLong() : "more than " + COUNTED;
  }

  private static String table(List<Row> workers) {
    TextTable table = new TextTable("worker", "queue", "claimed", "first lease ends", "");
    for (Row row : workers) {
      table.row(
          JobView.cell(row.getString("claimed_by")),
          JobView.cell(row.getString("queue")),
          row.getLong("jobs"),
          JobView.seconds(row, "lease_until"),
          Boolean.TRUE.equals(row.getBoolean("expired")) ? "has run out" : "");
    }
    return workers.isEmpty() ? "" : System.lineSeparator() + table.render();
  }

  private JsonObject json(Map<Group, Counts> groups, Done done, List<Row> workers) {
    JsonArray kinds = new JsonArray();
    groups.forEach((group, counts) -> kinds.add(json(group, counts, done.exact())));
    JsonObject total = new JsonObject().put("estimated", !done.exact());
    if (done.exact() || done.jobs().isPresent()) {
      total.put("jobs", done.jobs().getAsLong());
    } else {
      total.put("moreThan", COUNTED);
    }
    JsonArray claims = new JsonArray();
    workers.forEach(
        row ->
            claims.add(
                new JsonObject()
                    .put("worker", row.getString("claimed_by"))
                    .put("queue", row.getString("queue"))
                    .put("claimed", row.getLong("jobs"))
                    .put("leaseUntil", JobView.time(row, "lease_until"))));
    return new JsonObject()
        .put("version", VERSION)
        .put("table", jobs.place())
        .put("kinds", kinds)
        .put("done", total)
        .put("workers", claims);
  }

  private static JsonObject json(Group group, Counts counts, boolean exact) {
    JsonObject node = new JsonObject().put("queue", group.queue()).put("kind", group.kind());
    for (JobState state : JobState.values()) {
      if (state != JobState.DONE || exact) {
        node.put(state.sql(), counts.of(state));
      }
    }
    node.put("due", counts.due);
    if (counts.due > 0) {
      node.put("oldestDueSeconds", counts.oldestDueSeconds);
    }
    return node;
  }
}
