package dev.sluice.postgres;

import dev.sluice.command.TextTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.StreamSupport;

/** {@code jobs list}. */
final class JobsList {
  private static final int VERSION = 1;

  private JobsList() {}

  static int run(JobsConnection jobs, JobsOptions options, PrintWriter out) {
    String queue = options.queue().orElse(jobs.queue());
    int most = options.listed();
    // One more tells whether there are more.
    Tuple parameters = Tuple.of(queue, most + 1);
    options.kind().ifPresent(parameters::addString);
    options.key().ifPresent(parameters::addString);
    String sql =
        new InspectSql(jobs.table())
            .list(options.states(), options.kind().isPresent(), options.key().isPresent());
    List<Row> found = StreamSupport.stream(jobs.ask(sql, parameters).spliterator(), false).toList();
    List<Row> shown = found.subList(0, Math.min(most, found.size()));
    boolean more = found.size() > most;
    if (options.json()) {
      out.println(json(jobs.place(), queue, shown, more).encodePrettily());
    } else {
      out.print(table(shown));
      out.println(summary(jobs.place(), queue, shown.size(), more));
    }
    return 0;
  }

  private static JsonObject json(String place, String queue, List<Row> rows, boolean more) {
    JsonArray jobs = new JsonArray();
    rows.forEach(row -> jobs.add(JobView.json(row)));
    return new JsonObject()
        .put("version", VERSION)
        .put("table", place)
        .put("queue", queue)
        .put("jobs", jobs)
        .put("more", more);
  }

  private static String table(List<Row> rows) {
    TextTable table =
        new TextTable("id", "state", "kind", "key", "priority", "attempts", "created", "");
    for (Row row : rows) {
      table.row(
          row.getLong("id"),
          row.getString("state"),
          JobView.cell(row.getString("kind")),
          JobView.cell(row.getString("key")),
          row.getInteger("priority"),
          JobView.attempts(row),
          JobView.seconds(row, "created_at"),
          JobView.note(row));
    }
    return rows.isEmpty() ? "" : table.render();
  }

  private static String summary(String place, String queue, int shown, boolean more) {
    String where = "queue " + queue + " of " + place;
    if (shown == 0) {
      return "no such jobs in " + where;
    }
    return (shown == 1 ? "1 job" : shown + " jobs")
        + (more ? ", and more that are older; --limit shows more" : "")
        + "; "
        + where;
  }
}
