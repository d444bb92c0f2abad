package dev.sluice.postgres;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** A row of the table of jobs as commands show it. */
final class JobView {
  private static final int MOST_CELL = 60;

  private JobView() {}

  /** What every command prints of a job for programs; what there is none of is left out. */
  static JsonObject json(Row row) {
    JsonObject node =
        new JsonObject()
            .put("id", row.getLong("id"))
            .put("queue", row.getString("queue"))
            .put("kind", row.getString("kind"))
            .put("state", row.getString("state"))
            .put("priority", row.getInteger("priority"))
            .put("attempts", row.getInteger("attempts"));
    put(node, "maxAttempts", row.getInteger("max_attempts"));
    put(node, "key", row.getString("key"));
    put(node, "uniqueKey", row.getString("unique_key"));
    put(node, "createdAt", time(row, "created_at"));
    put(node, "runAt", time(row, "run_at"));
    put(node, "claimedBy", row.getString("claimed_by"));
    put(node, "leaseUntil", time(row, "lease_until"));
    put(node, "failedAt", time(row, "failed_at"));
    put(node, "lastError", row.getString("last_error"));
    put(node, "finishedAt", time(row, "finished_at"));
    node.put("cancelRequested", row.getBoolean("cancel_requested"));
    put(node, "payloadBytes", row.getInteger("payload_bytes"));
    put(node, "resumeStateBytes", row.getInteger("resume_state_bytes"));
    return node;
  }

  private static void put(JsonObject node, String name, Object value) {
    if (value != null) {
      node.put(name, value);
    }
  }

  /** Tries so far, and how many it may have where the job says so. */
  static String attempts(Row row) {
    Integer most = row.getInteger("max_attempts");
    return row.getInteger("attempts") + (most == null ? "" : "/" + most);
  }

  /** A time to the microsecond, or null. */
  static String time(Row row, String column) {
    Instant time = instant(row, column);
    return time == null ? null : time.toString();
  }

  /** A time to the second. */
  static String seconds(Row row, String column) {
    Instant time = instant(row, column);
    return time == null ? "-" : time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static Instant instant(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.withOffsetSameInstant(ZoneOffset.UTC).toInstant();
  }

  /** What is most worth knowing about a job in its state. */
  static String note(Row row) {
    String note =
        switch (JobState.of(row.getString("state"))) {
          case AVAILABLE ->
              row.getBoolean("due") ? error(row) : "due at " + seconds(row, "run_at") + error(row);
          case CLAIMED ->
              row.getString("claimed_by")
                  + " until "
                  + seconds(row, "lease_until")
                  + (row.getBoolean("cancel_requested") ? ", asked to end" : "");
          case DEAD -> row.getString("last_error") == null ? "" : row.getString("last_error");
          case DONE, CANCELLED -> "at " + seconds(row, "finished_at");
        };
    return cell(note);
  }

  private static String error(Row row) {
    return row.getString("last_error") == null ? "" : " after " + row.getString("last_error");
  }

  /** A text as one short line. */
  static String cell(String text) {
    if (text == null) {
      return "-";
    }
    String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= MOST_CELL ? line : line.substring(0, MOST_CELL - 1) + "…";
  }
}
