package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A program that enqueues, with one connection. */
final class Enqueuer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final PgConnection connection;

  Enqueuer(String url) throws Exception {
    connection = result(PgConnection.connect(vertx, PgConnectOptions.fromUri(url)));
  }

  PgConnection connection() {
    return connection;
  }

  Enqueuer run(String sql) throws Exception {
    result(connection.query(sql).execute());
    return this;
  }

  List<Enqueued> enqueue(Jobs jobs, Job... given) throws Exception {
    return result(jobs.enqueue(connection, List.of(given)));
  }

  /** Hears notifications from now on. */
  Enqueuer listen(String channel) throws Exception {
    connection.notificationHandler(
        heard -> this.heard.add(heard.getChannel() + " " + heard.getPayload()));
    return run("LISTEN " + channel);
  }

  /** The next notification, with its channel before it. */
  String heard() throws InterruptedException {
    return heard.poll(JobsEngine.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
