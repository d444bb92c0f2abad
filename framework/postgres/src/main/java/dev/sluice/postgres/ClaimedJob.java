package dev.sluice.postgres;

import dev.sluice.spi.Attempt;
import dev.sluice.spi.Header;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A job as it was claimed.
 *
 * @param id its row
 * @param token of this claim; also its position in the lane
 * @param key the encoded key, or null
 * @param payload the payload, or null
 * @param attempt which this is, and how many there are
 * @param failed whether an earlier attempt has failed
 * @param headers its own, then {@link #ID} and {@link #ATTEMPT}
 * @param createdAt by the server's clock
 * @param resumeState what a handler left for whoever goes on, or null
 * @param leftMark the mark of an owner whose lease ran out, or null
 * @param place where it stood among the available ones
 */
@SuppressWarnings("ArrayRecordComponent")
record ClaimedJob(
    long id,
    long token,
    byte[] key,
    byte[] payload,
    Attempt attempt,
    boolean failed,
    List<Header> headers,
    OffsetDateTime createdAt,
    byte[] resumeState,
    String leftMark,
    Place place) {

  /**
   * Where a job stands among the available ones of its lane.
   *
   * @param priority smaller ones come first
   * @param runAt then earlier ones
   * @param id then smaller ones
   */
  record Place(int priority, OffsetDateTime runAt, long id) {}

  static final String ID = "sluice-job-id";
  static final String ATTEMPT = "sluice-job-attempt";

  static ClaimedJob of(Row row) {
    long id = row.getLong("id");
    List<Header> headers = own(row.getJsonObject("headers"));
    headers.add(header(ID, Long.toString(id)));
    Integer most = row.getInteger("max_attempts");
    Attempt attempt =
        new Attempt(
            row.getInteger("attempts"), most == null ? OptionalInt.empty() : OptionalInt.of(most));
    headers.add(header(ATTEMPT, Integer.toString(attempt.number())));
    String key = row.getString("key");
    return new ClaimedJob(
        id,
        row.getLong("token"),
        key == null ? null : key.getBytes(StandardCharsets.UTF_8),
        bytes(row.getBuffer("payload")),
        attempt,
        row.getBoolean("failed"),
        List.copyOf(headers),
        row.getOffsetDateTime("created_at"),
        bytes(row.getBuffer("resume_state")),
        row.getString("left_mark"),
        new Place(row.getInteger("priority"), row.getOffsetDateTime("run_at"), id));
  }

  private static List<Header> own(JsonObject given) {
    List<Header> headers = new ArrayList<>();
    if (given != null) {
      given.forEach(
          entry ->
              headers.add(
                  entry.getValue() == null
                      ? new Header(entry.getKey(), null)
                      : header(entry.getKey(), entry.getValue().toString())));
    }
    return headers;
  }

  private static Header header(String name, String value) {
    return new Header(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] bytes(Buffer buffer) {
    return buffer == null ? null : buffer.getBytes();
  }

  /** Whether it is tried by itself: it has failed, or its workers were gone more than once. */
  boolean suspect() {
    return failed || attempt.number() > 2;
  }

  /** Tells it from every other job of its table, also from those before the table was made anew. */
  String identity() {
    return id + "@" + ChronoUnit.MICROS.between(Instant.EPOCH, createdAt.toInstant());
  }

  /** Encoded size of key and payload. */
  int bytes() {
    return (key == null ? 0 : key.length) + (payload == null ? 0 : payload.length);
  }
}
