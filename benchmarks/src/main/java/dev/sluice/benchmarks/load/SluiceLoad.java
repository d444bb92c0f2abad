package dev.sluice.benchmarks.load;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.WorkerRun;
import dev.sluice.benchmarks.kafka.Order;
import dev.sluice.postgres.PostgresTransactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/** A whole worker with a pool of the default size. */
final class SluiceLoad implements Contestant<LoadLap> {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(30));
  private static final String SERVICE = "main";

  @Override
  public AutoCloseable start(LoadLap order, LapWatch watch) throws IOException {
    return WorkerRun.start(
        Handlers.named(
            "load",
            Decoder.<Order>json(Order.READER),
            services ->
                order.transactional()
                    ? inTransactions(services.get(PostgresTransactions.class, SERVICE), watch)
                    : atLeastOnce(services.get(Pool.class, SERVICE), watch)),
        pipeline(order));
  }

  private static ChunkHandler<Order> atLeastOnce(Pool pool, LapWatch watch) {
    return ChunkHandler.of(
        LIMITS,
        (chunk, context) -> {
          watch.begin();
          return insert(pool, chunk)
              .map(inserted -> Outcome.DONE)
              .onSuccess(done -> watch.done(chunk.size()));
        });
  }

  private static ChunkHandler<Order> inTransactions(
      PostgresTransactions transactions, LapWatch watch) {
    return ChunkHandler.of(
        LIMITS,
        (chunk, context) -> {
          watch.begin();
          return context
              .transaction(transactions, (connection, fresh) -> insert(connection, fresh))
              .onSuccess(done -> watch.done(chunk.size()));
        });
  }

  private static Future<?> insert(SqlClient client, Chunk<? extends Order> chunk) {
    OrderRows rows = new OrderRows(chunk.size());
    for (int i = 0; i < chunk.size(); i++) {
      rows.add(chunk.get(i).value());
    }
    return client.preparedQuery(OrderRows.INSERT).execute(rows.parameters());
  }

  private static String pipeline(LoadLap order) {
    StringBuilder properties = new StringBuilder();
    order
        .properties()
        .forEach(
            (name, value) ->
                properties.append(String.format(Locale.ROOT, "        %s: \"%s\"%n", name, value)));
    return String.format(
        Locale.ROOT,
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: bench
          handler: load
          source:
            kafka:
              bootstrapServers: "%s"
              topics: ["%s"]
              group: "%s"
              properties:
        %s  ordering: lane
          chunk: { records: %d }
        services:
          postgres:
            main: { url: "%s"%s }
        management: { port: 0, host: 127.0.0.1 }
        """,
        order.bootstrapServers(),
        order.topic(),
        order.group(),
        properties,
        order.chunk(),
        order.database().url(),
        order.transactional() ? ", transactions: { createTables: true }" : "");
  }
}
