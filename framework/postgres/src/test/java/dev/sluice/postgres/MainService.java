package dev.sluice.postgres;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/** Services as tests declare them. */
final class MainService {
  static final PostgresTransactionsConfig TRANSACTIONS =
      new PostgresTransactionsConfig(
          "sluice_checkpoints", "sluice_applied", true, Duration.ofDays(7));

  private MainService() {}

  static PostgresServiceConfig config(String url, Optional<String> passwordFile, int connections) {
    return new PostgresServiceConfig(
        url,
        passwordFile,
        connections,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofMinutes(10),
        TRANSACTIONS);
  }

  static PostgresService service(String url, Vertx vertx) {
    return service(config(url, Optional.empty(), 4), vertx);
  }

  static PostgresService service(PostgresServiceConfig config, Vertx vertx) {
    return (PostgresService) new PostgresServiceProvider().create("main", config, vertx);
  }
}
