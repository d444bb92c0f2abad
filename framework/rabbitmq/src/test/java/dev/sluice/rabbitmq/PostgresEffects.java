package dev.sluice.rabbitmq;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.postgres.PostgresServiceConfig;
import dev.sluice.postgres.PostgresServiceProvider;
import dev.sluice.postgres.PostgresTransactionsConfig;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.contract.EffectTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;

/** Rows in a real database, written in the transactions of a service that each worker has. */
final class PostgresEffects implements EffectTable<SqlConnection> {
  private static final Duration SHORT = Duration.ofSeconds(5);

  private final PostgresServer server;
  private final Vertx vertx;
  private final String database = "effects_" + UUID.randomUUID().toString().replace('-', '_');
  private final String url;
  private final Map<TransactionStore<?>, Worker> workers = new HashMap<>();

  private record Worker(String name, ServiceProvider.Service service) {}

  PostgresEffects(PostgresServer server, Vertx vertx) {
    this.server = server;
    this.vertx = vertx;
    this.url = server.createDatabase(database);
    run("CREATE TABLE effects (effect text NOT NULL)");
  }

  private void run(String sql) {
    try (Connection connection = server.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> ask(String sql, String... values) {
    try (Connection connection = server.connect(database);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        List<String> rows = new ArrayList<>();
        while (result.next()) {
          rows.add(result.getString(1));
        }
        return rows;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public TransactionStore<SqlConnection> store() {
    String name = "worker-" + workers.size();
    ServiceProvider.Service service =
        new PostgresServiceProvider()
            .create(
                "main",
                new PostgresServiceConfig(
                    url + "?application_name=" + name,
                    Optional.empty(),
                    4,
                    SHORT,
                    SHORT,
                    Duration.ofMinutes(10),
                    new PostgresTransactionsConfig(
                        "sluice_checkpoints", "sluice_applied", true, Duration.ofDays(7))),
                vertx);
    @SuppressWarnings("unchecked") // What the service of this kind has.
    TransactionStore<SqlConnection> store =
        (TransactionStore<SqlConnection>) service.transactions().orElseThrow();
    var unused = QueueWorker.result(store.open("contract", SHORT));
    workers.put(store, new Worker(name, service));
    return store;
  }

  @Override
  public void disconnected(TransactionStore<?> store, boolean dead) {
    Worker worker = workers.get(store);
    if (dead) {
      worker.service().close(SHORT).onComplete(over -> {});
    }
    String sessions = "SELECT pid::text FROM pg_stat_activity WHERE application_name = ?";
    var unused =
        ask(sessions.replace("pid::text", "pg_terminate_backend(pid)::text"), worker.name());
    if (dead) {
      Awaitility.await().until(() -> ask(sessions, worker.name()).isEmpty());
    }
  }

  @Override
  public Future<?> insert(SqlConnection connection, List<String> rows) {
    return connection
        .preparedQuery("INSERT INTO effects SELECT unnest($1::text[])")
        .execute(Tuple.of(rows.toArray(new String[0])));
  }

  @Override
  public List<String> rows() {
    return ask("SELECT effect FROM effects");
  }

  @Override
  public void close() {
    workers.values().forEach(each -> each.service().close(SHORT).onComplete(over -> {}));
  }
}
