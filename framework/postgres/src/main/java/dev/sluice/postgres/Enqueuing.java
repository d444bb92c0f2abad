package dev.sluice.postgres;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** One call that puts jobs into the table. Its answers come one after the other. */
final class Enqueuing {
  // Each of them finds that the job that stood in the way has ended meanwhile.
  private static final int ATTEMPTS = 10;

  private final SqlConnection connection;
  private final EnqueueSql sql;
  private final List<Job> jobs;
  private final Optional<String> channel;
  private final Enqueued[] answers;

  /**
   * @param channel where to tell those who wait
   */
  Enqueuing(SqlConnection connection, EnqueueSql sql, List<Job> jobs, Optional<String> channel) {
    this.connection = connection;
    this.sql = sql;
    this.jobs = List.copyOf(jobs);
    this.channel = channel;
    this.answers = new Enqueued[jobs.size()];
  }

  private record Unique(String queue, String key) {
    static Optional<Unique> of(Job job) {
      return job.uniqueKey().map(key -> new Unique(job.queue(), key));
    }

    static Unique of(Row row) {
      return new Unique(row.getString("queue"), row.getString("unique_key"));
    }
  }

  /** What became of each job. */
  Future<List<Enqueued>> run() {
    return run(IntStream.range(0, jobs.size()).boxed().toList(), ATTEMPTS)
        .map(done -> List.of(answers));
  }

  private Future<Void> run(List<Integer> wanted, int attempts) {
    if (wanted.isEmpty()) {
      return Future.succeededFuture();
    }
    if (attempts == 0) {
      return Future.failedFuture(
          new IllegalStateException(
              "other jobs with the unique key "
                  + jobs.get(wanted.get(0)).uniqueKey().orElse("")
                  + " came and ended "
                  + ATTEMPTS
                  + " times while this one was put into the table"));
    }
    return connection
        .preparedQuery(sql.insert())
        .execute(parameters(wanted.stream().map(jobs::get).toList()))
        .map(rows -> inserted(rows, wanted))
        .compose(this::held)
        .compose(left -> run(left, attempts - 1));
  }

  // Rows come in the order of the jobs, without those that stood in the way of a unique key.
  private List<Integer> inserted(Iterable<Row> rows, List<Integer> wanted) {
    List<Long> plain = new ArrayList<>();
    Map<Unique, Long> unique = new HashMap<>();
    for (Row row : rows) {
      if (row.getString("unique_key") == null) {
        plain.add(row.getLong("id"));
      } else {
        unique.put(Unique.of(row), row.getLong("id"));
      }
    }
    Set<Unique> seen = new LinkedHashSet<>();
    List<Integer> left = new ArrayList<>();
    int next = 0;
    for (int index : wanted) {
      Optional<Unique> key = Unique.of(jobs.get(index));
      if (key.isEmpty()) {
        answers[index] = new Enqueued(plain.get(next), false);
        next++;
      } else if (unique.containsKey(key.get())) {
        answers[index] = new Enqueued(unique.get(key.get()), !seen.add(key.get()));
      } else {
        left.add(index);
      }
    }
    return left;
  }

  // Finds who has the keys; answers with the jobs whose key nobody has any more.
  private Future<List<Integer>> held(List<Integer> wanted) {
    if (wanted.isEmpty()) {
      return Future.succeededFuture(wanted);
    }
    Set<Unique> keys = new LinkedHashSet<>();
    wanted.forEach(index -> Unique.of(jobs.get(index)).ifPresent(keys::add));
    return connection
        .preparedQuery(sql.holders())
        .execute(
            Tuple.of(
                keys.stream().map(Unique::queue).toArray(String[]::new),
                (Object) keys.stream().map(Unique::key).toArray(String[]::new)))
        .map(
            rows -> {
              Map<Unique, Long> found = new HashMap<>();
              rows.forEach(row -> found.put(Unique.of(row), row.getLong("id")));
              List<Integer> left = new ArrayList<>();
              for (int index : wanted) {
                Optional<Long> id = Unique.of(jobs.get(index)).map(found::get);
                id.ifPresentOrElse(
                    holder -> answers[index] = new Enqueued(holder, true), () -> left.add(index));
              }
              return left;
            });
  }

  private Tuple parameters(List<Job> given) {
    return Tuple.tuple()
        .addArrayOfString(column(given, Job::kind, String[]::new))
        .addArrayOfString(column(given, Job::queue, String[]::new))
        .addArrayOfString(column(given, job -> job.key().orElse(null), String[]::new))
        .addArrayOfBuffer(column(given, job -> job.payload().orElse(null), Buffer[]::new))
        .addArrayOfString(column(given, Enqueuing::headers, String[]::new))
        .addArrayOfInteger(column(given, Job::priority, Integer[]::new))
        .addArrayOfOffsetDateTime(column(given, Enqueuing::runAt, OffsetDateTime[]::new))
        .addArrayOfLong(column(given, job -> job.delay().toMillis(), Long[]::new))
        .addArrayOfString(column(given, job -> job.uniqueKey().orElse(null), String[]::new))
        .addArrayOfInteger(column(given, Enqueuing::maxAttempts, Integer[]::new))
        .addString(channel.orElse(null));
  }

  private static <T> T[] column(List<Job> jobs, Function<Job, T> of, IntFunction<T[]> array) {
    return jobs.stream().map(of).toArray(array);
  }

  // As text: in an array of JSON the client writes null as a JSON null.
  private static String headers(Job job) {
    JsonObject headers = new JsonObject();
    job.headers().forEach(headers::put);
    return headers.isEmpty() ? null : headers.encode();
  }

  private static OffsetDateTime runAt(Job job) {
    return job.runAt().map(time -> time.atOffset(ZoneOffset.UTC)).orElse(null);
  }

  private static Integer maxAttempts(Job job) {
    return job.maxAttempts().isPresent() ? (Integer) job.maxAttempts().getAsInt() : null;
  }
}
