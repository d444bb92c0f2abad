package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.Tuple;
import java.io.PrintWriter;
import java.util.Optional;

/** {@code jobs show}. */
final class JobsShow {
  private static final int VERSION = 1;
  private static final String LINE = "%-16s %s%n";

  private JobsShow() {}

  static int run(JobsConnection jobs, JobsOptions options, PrintWriter out) {
    long id = options.ids().iterator().next();
    RowIterator<Row> rows =
        jobs.ask(new InspectSql(jobs.table()).show(), Tuple.of(id, Excerpt.MOST_TEXT)).iterator();
    if (!rows.hasNext()) {
      throw isMissing("show", Long.toString(id), jobs.place());
    }
    Row row = rows.next();
    if (options.json()) {
      out.println(json(jobs.place(), row).encodePrettily());
    } else {
      print(row, out);
    }
    return 0;
  }

  /** There are no such jobs. */
  static InvalidSetup isMissing(String action, String ids, String place) {
    return new InvalidSetup(
        "jobs "
            + action
            + ": there is no job "
            + ids
            + " in "
            + place
            + "\nFix: jobs list prints those there are; ended jobs are removed after a time");
  }

  private static Optional<Excerpt> payload(Row row) {
    Buffer head = row.getBuffer("payload");
    return Optional.ofNullable(head)
        .map(bytes -> Excerpt.of(bytes.getBytes(), row.getInteger("payload_bytes")));
  }

  private static JsonObject json(String place, Row row) {
    JsonObject job = JobView.json(row).put("token", row.getLong("token"));
    Optional.ofNullable(row.getJsonObject("headers"))
        .ifPresent(headers -> job.put("headers", headers));
    Optional.ofNullable(row.getString("owner_mark")).ifPresent(mark -> job.put("ownerMark", mark));
    payload(row).ifPresent(payload -> job.put("payload", payload.json()));
    return new JsonObject().put("version", VERSION).put("table", place).put("job", job);
  }

  private static void print(Row row, PrintWriter out) {
    out.printf(LINE, "id", row.getLong("id"));
    out.printf(LINE, "queue", row.getString("queue"));
    out.printf(LINE, "kind", row.getString("kind"));
    out.printf(LINE, "state", state(row));
    out.printf(LINE, "priority", row.getInteger("priority"));
    out.printf(LINE, "attempts", JobView.attempts(row));
    out.printf(LINE, "created", JobView.time(row, "created_at"));
    out.printf(LINE, "run at", JobView.time(row, "run_at"));
    line(out, "key", row.getString("key"));
    line(out, "unique key", row.getString("unique_key"));
    line(out, "claimed by", row.getString("claimed_by"));
    line(out, "lease until", JobView.time(row, "lease_until"));
    line(out, "owner's mark", row.getString("owner_mark"));
    out.printf(LINE, "token", row.getLong("token"));
    line(out, "failed at", JobView.time(row, "failed_at"));
    line(out, "last error", row.getString("last_error"));
    line(out, "finished at", JobView.time(row, "finished_at"));
    Integer resume = row.getInteger("resume_state_bytes");
    line(out, "resume state", resume == null ? null : resume + " bytes");
    Optional.ofNullable(row.getJsonObject("headers"))
        .ifPresent(
            headers ->
                headers.forEach(
                    header -> line(out, "header", header.getKey() + ": " + header.getValue())));
    line(out, "payload", payload(row).map(Excerpt::print).orElse(null));
  }

  private static String state(Row row) {
    return row.getString("state") + (row.getBoolean("cancel_requested") ? ", asked to end" : "");
  }

  private static void line(PrintWriter out, String name, String value) {
    if (value != null) {
      out.printf(LINE, name, value);
    }
  }
}
