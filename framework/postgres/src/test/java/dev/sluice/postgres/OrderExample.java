package dev.sluice.postgres;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;

/** The example of the page about jobs, word for word. */
final class OrderExample {
  private static final Jobs JOBS = new Jobs();

  Future<Void> placeOrder(Pool pool, Buffer order) {
    return pool.withTransaction(
        connection ->
            connection
                .preparedQuery("INSERT INTO orders (content) VALUES ($1)")
                .execute(Tuple.of(order))
                .compose(
                    placed ->
                        JOBS.enqueue(
                            connection,
                            Job.of("mail").payload(order).uniqueKey("order-17").build()))
                .mapEmpty());
  }
}
