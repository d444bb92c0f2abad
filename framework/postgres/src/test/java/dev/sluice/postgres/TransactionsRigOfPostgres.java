package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.contract.TransactionsRig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A database on the real server, behind a wire that can be cut. */
final class TransactionsRigOfPostgres implements TransactionsRig<SqlConnection> {
  final JobsDatabase database;
  final Wire wire;
  private final Vertx vertx = Vertx.vertx();
  private final List<PostgresService> services = new ArrayList<>();

  TransactionsRigOfPostgres() {
    this(EmbeddedPostgres.shared());
  }

  TransactionsRigOfPostgres(PostgresServer server) {
    database = new JobsDatabase(server);
    wire = new Wire(server.port());
    database.run("CREATE TABLE effects (effect text NOT NULL)");
  }

  /** Where the database is behind the wire. */
  String url() {
    return database.url().replaceFirst(":[0-9]+/", ":" + wire.port() + "/");
  }

  Vertx vertx() {
    return vertx;
  }

  /** One more service. */
  PostgresService service(PostgresServiceConfig config) {
    PostgresService service = MainService.service(config, vertx);
    services.add(service);
    return service;
  }

  PostgresTransactionStore storeOf(PostgresService service) {
    return (PostgresTransactionStore) service.transactions().orElseThrow();
  }

  @Override
  public TransactionStore<SqlConnection> store() {
    return storeOf(service(MainService.config(url(), Optional.empty(), 4)));
  }

  @Override
  public Future<?> write(SqlConnection connection, String row) {
    return connection
        .preparedQuery("INSERT INTO effects (effect) VALUES ($1)")
        .execute(Tuple.of(row));
  }

  @Override
  public Future<?> suffer(SqlConnection connection, Fault fault) {
    return connection
        .query(
            switch (fault) {
              case CONFLICT -> "DO $$ BEGIN RAISE serialization_failure; END $$";
              case BREAK -> "SELECT pg_terminate_backend(pg_backend_pid())";
              case REFUSAL -> "SELECT 1 / 0";
            })
        .execute();
  }

  @Override
  public List<String> rows() {
    return database.column("SELECT effect FROM effects");
  }

  @Override
  public void cutNextCommit(Cut where) {
    wire.cutAtCommit(where == Cut.BEFORE ? Wire.Cut.BEFORE : Wire.Cut.AFTER);
  }

  @Override
  public void away(boolean away) {
    if (away) {
      wire.cut();
    } else {
      wire.mend();
    }
  }

  @Override
  public void close() {
    try {
      for (PostgresService service : services) {
        result(service.close(Duration.ofSeconds(20)));
      }
      result(vertx.close());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      wire.close();
    }
  }
}
