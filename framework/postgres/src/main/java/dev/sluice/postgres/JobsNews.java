package dev.sluice.postgres;

import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of new jobs by {@code LISTEN}, on a connection of its own that is opened again when it
 * breaks. Whether notifications come through is not believed but tried, again and again: a
 * transaction pooler takes a {@code LISTEN} and says nothing after it. On the private loop only.
 */
final class JobsNews {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobsNews.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration ANSWERED = Duration.ofSeconds(5);
  private static final Duration TRIED_AGAIN = Duration.ofMinutes(1);

  /** No queue's name is empty, so that no job is announced like this. */
  private static final String TRIAL = "/trial/";

  private final Database database;
  private final Timers timers;
  private final TableName table;
  private final Consumer<String> heard;
  private final Runnable missed;
  private final Trouble trouble = new Trouble();

  private PgConnection connection;
  private Timers.Timer timer = () -> {};
  private Duration pause = FIRST_PAUSE;
  private String trial;
  private boolean arrive;
  private boolean warned;
  private boolean stopped;

  /**
   * @param heard is told what notifications say: queue and kind with a stroke between
   * @param missed is told when notifications may have been missed
   */
  JobsNews(
      Database database, Timers timers, TableName table, Consumer<String> heard, Runnable missed) {
    this.database = database;
    this.timers = timers;
    this.table = table;
    this.heard = heard;
    this.missed = missed;
  }

  /** Begins, and goes on until {@link #stop}. */
  void start() {
    database
        .connect()
        .compose(
            opened -> {
              connection = opened;
              opened.notificationHandler(news -> hear(news.getPayload()));
              opened.closeHandler(closed -> broken(opened, "its connection has broken"));
              return opened
                  .query("LISTEN \"" + table.channel() + '"')
                  .execute()
                  .timeout(ANSWERED.toMillis(), TimeUnit.MILLISECONDS);
            })
        .onComplete(
            listening -> {
              if (stopped) {
                leave();
              } else {
                trouble.over();
                missed.run();
                tryOut();
              }
            },
            failure -> broken(connection, failure.getMessage()));
  }

  /** Whether notifications come through, as far as was found out. */
  boolean arrive() {
    return arrive;
  }

  /** Hears nothing any more. */
  Future<Void> stop() {
    stopped = true;
    return leave();
  }

  private Future<Void> leave() {
    timer.cancel();
    arrive = false;
    trial = null;
    PgConnection left = connection;
    connection = null;
    return left == null ? Future.succeededFuture() : left.close();
  }

  private void hear(String news) {
    if (!news.startsWith(TRIAL)) {
      heard.accept(news);
    } else if (news.equals(trial)) {
      timer.cancel();
      trial = null;
      arrive = true;
      warned = false;
      pause = FIRST_PAUSE;
      timer = timers.once(TRIED_AGAIN, this::tryOut);
    }
  }

  /** By another connection: a pooler may answer on the one that asks. */
  private void tryOut() {
    PgConnection tried = connection;
    trial = TRIAL + UUID.randomUUID();
    timer = timers.once(ANSWERED, () -> unanswered(tried));
    database
        .ask("SELECT pg_notify($1, $2)", Tuple.of(table.channel(), trial))
        .onFailure(failure -> broken(tried, failure.getMessage()));
  }

  private void unanswered(PgConnection tried) {
    if (arrive) {
      broken(tried, "its connection says nothing any more");
      return;
    }
    if (!warned) {
      warned = true;
      LOGGER.warn(
          "notifications of new jobs do not arrive, so jobs are found by polling: is there a pooler"
              + " between that shares connections by transaction? Then write ?pooler=transaction into"
              + " the URL, or wake: poll");
    }
    leave();
    timer = timers.once(TRIED_AGAIN, this::start);
  }

  private void broken(PgConnection gone, String why) {
    if (stopped || gone != connection) {
      return;
    }
    leave();
    trouble.failed("listening for new jobs", why);
    timer = timers.once(pause, this::start);
    Duration twice = pause.multipliedBy(2);
    pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }
}
