package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.time.SystemClock;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class DatabaseTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void connectionsThatSayNothingForLongAreGivenUpForNewOnes() throws Exception {
    Vertx vertx = Vertx.vertx();
    Database database =
        new Database(
            new DatabaseSettings(
                "test",
                Address.of(EmbeddedPostgres.shared().url()),
                Optional.empty(),
                1,
                LONG,
                LONG,
                Duration.ZERO,
                Duration.ofSeconds(3)),
            vertx,
            new SystemClock());
    try {
      long since = System.nanoTime();

      assertThat(failure(database.ask("SELECT pg_sleep(8)", Tuple.tuple())))
          .isInstanceOf(TimeoutException.class);

      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(10));
      // The only connection the pool may have is still taken.
      result(database.ask("SELECT 1", Tuple.tuple()));
    } finally {
      result(vertx.close());
    }
  }

  @Test
  void aServerThatIsAwayIsSaidWithTheTimeThatWasLeft() throws Exception {
    Vertx vertx = Vertx.vertx();
    Database database =
        new Database(
            new DatabaseSettings(
                "test",
                Address.of("postgresql://me@127.0.0.1:1/orders"),
                Optional.empty(),
                1,
                LONG,
                LONG,
                Duration.ZERO,
                LONG),
            vertx,
            new SystemClock());
    try {
      assertThat(failure(database.check(Duration.ofMillis(300))))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("no Postgres answered at me@127.0.0.1:1/orders within 300 ms")
          .hasMessageContaining("Connection refused")
          .hasMessageContaining("Fix: start the server");
      assertThat(failure(database.check(Duration.ofMillis(1_200))))
          .hasMessageContaining("within 1 s");
    } finally {
      result(vertx.close());
    }
  }

  @Test
  void onlyConnectionsThatKeepPlansNeverPlanToReadWholeTables() throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      Address address = Address.of(EmbeddedPostgres.shared().url());

      assertThat(readsWholeTables(vertx, address)).isEqualTo("on");
      assertThat(readsWholeTables(vertx, address.preparing())).isEqualTo("off");
    } finally {
      result(vertx.close());
    }
  }

  private static String readsWholeTables(Vertx vertx, Address address) throws Exception {
    Database database =
        new Database(
            new DatabaseSettings(
                "test", address, Optional.empty(), 1, LONG, LONG, Duration.ZERO, LONG),
            vertx,
            new SystemClock());
    return result(database.ask("SHOW enable_seqscan", Tuple.tuple()))
        .iterator()
        .next()
        .getString(0);
  }
}
