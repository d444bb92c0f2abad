package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.Connections;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What each part says of its connections: the size of its pool, to a server without credentials.
 */
class PostgresConnectionsTest {
  private static final String URL = "postgresql://worker:hunter2@DB.internal:6432/flights";

  @Test
  void everyPartCountsItsPool() {
    assertThat(
            new PostgresServiceProvider()
                .connections(
                    new PostgresServiceConfig(
                        URL,
                        Optional.empty(),
                        7,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        new PostgresTransactionsConfig(
                            "sluice_checkpoints", "sluice_applied", false, Duration.ofDays(7)))))
        .isEqualTo(pool(7));
    assertThat(
            new PostgresDeadLetterProvider()
                .connections(new PostgresDeadLetterConfig(URL, Optional.empty(), "letters", false)))
        .isEqualTo(pool(2));
    assertThat(
            new PostgresStateStoreProvider()
                .connections(new PostgresStateStoreConfig(URL, Optional.empty(), "states", false)))
        .isEqualTo(pool(4));
  }

  private static List<Connections> pool(int most) {
    return List.of(new Connections("postgres://db.internal:6432", most, "pool, database flights"));
  }
}
