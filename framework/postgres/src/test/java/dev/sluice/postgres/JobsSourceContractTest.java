package dev.sluice.postgres;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.testkit.contract.ContractBroker;
import dev.sluice.testkit.contract.SourceContract;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class JobsSourceContractTest extends SourceContract {
  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = EmbeddedPostgres.temporary(PostgresOptions.forTests());
    server.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected String name() {
    return "postgres-jobs";
  }

  @Override
  protected ContractBroker open(Vertx vertx) {
    return new JobsContractBroker(server);
  }
}
