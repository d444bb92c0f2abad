package dev.sluice.postgres;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A job to be put into the table with {@link Jobs#enqueue}. Immutable, except that the payload is
 * not copied.
 *
 * <pre>{@code
 * Job job = Job.of("mail").payload(Buffer.buffer("{}")).uniqueKey("order-17").build();
 * }</pre>
 *
 * @param kind which handler works on it
 * @param queue which pipelines read it
 * @param key key of the record; with {@code order: key} jobs of one key are worked on one by one
 * @param payload value of the record
 * @param headers headers of the record
 * @param priority smaller numbers come first
 * @param runAt not before; empty: now, or after {@code delay}
 * @param delay not before so long after the start of the transaction, by the server's clock
 * @param uniqueKey of the jobs of a queue that are available or claimed only one may have it
 * @param maxAttempts tries until it is dead; empty: what the pipeline says
 */
public record Job(
    String kind,
    String queue,
    Optional<String> key,
    Optional<Buffer> payload,
    Map<String, String> headers,
    int priority,
    Optional<Instant> runAt,
    Duration delay,
    Optional<String> uniqueKey,
    OptionalInt maxAttempts) {
  /** The longest kind and queue, in characters. */
  public static final int MOST_NAME = 100;

  /** The longest key and unique key, in characters: an index holds them. */
  public static final int MOST_KEY = 500;

  /** The longest delay, in days. */
  public static final int MOST_DELAY_DAYS = 36_500;

  /**
   * Checks.
   *
   * @throws IllegalArgumentException naming what is empty, too long, below its bound, or holds the
   *     character 0, which no text in Postgres can hold
   */
  public Job {
    name("kind", kind);
    name("queue", queue);
    key.ifPresent(text -> text("key", text, MOST_KEY));
    uniqueKey.ifPresent(text -> text("uniqueKey", text, MOST_KEY));
    headers.forEach(
        (name, value) -> {
          text("header", name, Integer.MAX_VALUE);
          text("header " + name, value, Integer.MAX_VALUE);
        });
    headers = Map.copyOf(headers);
    if (maxAttempts.isPresent() && maxAttempts.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "maxAttempts is " + maxAttempts.getAsInt() + "; expected 1 or more");
    }
    if (delay.isNegative() || delay.toDays() > MOST_DELAY_DAYS) {
      throw new IllegalArgumentException(
          "delay is " + delay + "; expected 0 to " + MOST_DELAY_DAYS + " days");
    }
    if (runAt.isPresent() && !delay.isZero()) {
      throw new IllegalArgumentException(
          "runAt is " + runAt.get() + " and delay is " + delay + "; give one of them");
    }
  }

  private static void name(String what, String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(what + " is empty; name one");
    }
    text(what, text, MOST_NAME);
  }

  private static void text(String what, String text, int most) {
    if (text.length() > most) {
      throw new IllegalArgumentException(
          what + " has " + text.length() + " characters; expected at most " + most);
    }
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(what + " holds the character 0; Postgres can't store it");
    }
  }

  /**
   * Begins a job of that kind in the queue {@code default}, due now.
   *
   * @param kind which handler works on it
   */
  public static Builder of(String kind) {
    return new Builder(kind);
  }

  /** Collects what a job is made of. For one thread. */
  public static final class Builder {
    private final String kind;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String queue = "default";
    private Optional<String> key = Optional.empty();
    private Optional<Buffer> payload = Optional.empty();
    private int priority;
    private Optional<Instant> runAt = Optional.empty();
    private Duration delay = Duration.ZERO;
    private Optional<String> uniqueKey = Optional.empty();
    private OptionalInt maxAttempts = OptionalInt.empty();

    private Builder(String kind) {
      this.kind = kind;
    }

    /** Sets which pipelines read it. */
    public Builder queue(String other) {
      queue = other;
      return this;
    }

    /** Sets the key of the record. */
    public Builder key(String text) {
      key = Optional.of(text);
      return this;
    }

    /** Sets the value of the record; not copied. */
    public Builder payload(Buffer bytes) {
      payload = Optional.of(bytes);
      return this;
    }

    /** Adds a header; one of the same name is replaced. */
    public Builder header(String name, String value) {
      headers.put(name, value);
      return this;
    }

    /** Sets the priority; smaller numbers come first, 0 unless given. */
    public Builder priority(int number) {
      priority = number;
      return this;
    }

    /** Not before that time; by the server's clock. */
    public Builder runAt(Instant time) {
      runAt = Optional.of(time);
      return this;
    }

    /** Not before so long after the transaction's start, by the server's clock. */
    public Builder delay(Duration pause) {
      delay = pause;
      return this;
    }

    /** Only one live job of its queue may have this. */
    public Builder uniqueKey(String text) {
      uniqueKey = Optional.of(text);
      return this;
    }

    /** Sets how many tries it has; 1 or more. */
    public Builder maxAttempts(int most) {
      maxAttempts = OptionalInt.of(most);
      return this;
    }

    /**
     * The job.
     *
     * @throws IllegalArgumentException as {@link Job} says
     */
    public Job build() {
      return new Job(
          kind, queue, key, payload, headers, priority, runAt, delay, uniqueKey, maxAttempts);
    }
  }
}
