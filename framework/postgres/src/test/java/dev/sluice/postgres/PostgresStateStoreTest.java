package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.spi.StateStore;
import dev.sluice.spi.StateStoreProvider;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresStateStoreTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final String LANE = "flights/flights-0";

  private final JobsDatabase database = new JobsDatabase();
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void closeVertx() throws Exception {
    result(vertx.close());
  }

  private StateStore store(String url, String pipeline, boolean createTable) {
    return new PostgresStateStoreProvider()
        .create(
            new PostgresStateStoreConfig(
                url, Optional.empty(), "sluice_resume_states", createTable),
            pipeline,
            vertx);
  }

  private StateStore opened(String url, String pipeline) throws Exception {
    StateStore store = store(url, pipeline, true);
    result(store.open(LONG));
    return store;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Optional<String> got(StateStore store, String lane, String id) throws Exception {
    return result(store.get(lane, id, LONG))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(StateStoreProvider.class))
        .anySatisfy(
            provider -> {
              assertThat(provider.name()).isEqualTo("postgres");
              assertThat(provider.configType()).isEqualTo(PostgresStateStoreConfig.class);
            });
  }

  @Test
  void whatWasPutIsThereForTheNextOwner() throws Exception {
    StateStore store = opened(database.url(), "flights");
    byte[] largest = new byte[StateStore.MOST_BYTES];
    largest[largest.length - 1] = 7;

    result(store.put(LANE, "a", largest, LONG));
    result(store.close(LONG));

    StateStore next = opened(database.url(), "flights");
    assertThat(result(next.get(LANE, "a", LONG))).hasValue(largest);
    assertThat(got(next, LANE, "b")).isEmpty();
    assertThat(got(next, "flights/flights-1", "a")).isEmpty();
    result(next.close(LONG));
  }

  @Test
  void moreThanALaneMayKeepIsRefused() throws Exception {
    StateStore store = opened(database.url(), "flights");

    assertThat(failure(store.put(LANE, "a", new byte[StateStore.MOST_BYTES + 1], LONG)))
        .isInstanceOf(IllegalArgumentException.class);
    result(store.close(LONG));
  }

  @Test
  void dropTakesWhatWasStoredBeforeAndNothingElse() throws Exception {
    StateStore store = opened(database.url(), "flights");
    StateStore other = opened(database.url(), "trains");
    result(other.put(LANE, "b", bytes("other pipeline"), LONG));
    result(store.put("flights/flights-1", "b", bytes("other lane"), LONG));
    result(store.put(LANE, "a", bytes("never committed"), LONG));
    result(store.put(LANE, "b", bytes("old"), LONG));
    result(store.put(LANE, "c", bytes("new"), LONG));

    result(store.drop(LANE, "b", LONG));
    result(store.drop(LANE, "never put", LONG));

    assertThat(got(store, LANE, "a")).isEmpty();
    assertThat(got(store, LANE, "b")).isEmpty();
    assertThat(got(store, LANE, "c")).hasValue("new");
    assertThat(got(store, "flights/flights-1", "b")).hasValue("other lane");
    assertThat(got(other, LANE, "b")).hasValue("other pipeline");
    result(store.close(LONG));
    result(other.close(LONG));
  }

  @Test
  void aMissingTableIsRefusedWithTheStatementsThatMakeIt() throws Exception {
    Throwable refusal = failure(store(database.url(), "flights", false).open(LONG));

    assertThat(refusal)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.resumeState.postgres.table: sluice_resume_states at")
        .hasMessageContaining("createTable: true");
    database.run(refusal.getMessage().substring(refusal.getMessage().indexOf("CREATE TABLE")));
    StateStore store = store(database.url(), "flights", false);
    result(store.open(LONG));
    result(store.put(LANE, "a", bytes("kept"), LONG));
    result(store.close(LONG));
  }

  @Test
  void threeRightsOnTheTableAreAllThatIsNeeded() throws Exception {
    result(opened(database.url(), "flights").close(LONG));
    String role = "states_" + database.one("SELECT pg_backend_pid()");
    database.run("CREATE ROLE " + role + " LOGIN PASSWORD 'w'");
    String url = database.url().replaceFirst("//.*@", "//" + role + ":w@");
    assertThat(failure(store(url, "flights", false).open(LONG)))
        .hasMessageContaining(
            "GRANT SELECT, INSERT, DELETE ON \"sluice_resume_states\" TO " + role);
    database.run("GRANT SELECT, INSERT, DELETE ON sluice_resume_states TO " + role);

    StateStore store = store(url, "flights", false);
    result(store.open(LONG));
    result(store.put(LANE, "a", bytes("kept"), LONG));
    assertThat(got(store, LANE, "a")).hasValue("kept");
    result(store.drop(LANE, "a", LONG));
    assertThat(got(store, LANE, "a")).isEmpty();
    result(store.close(LONG));
  }

  @Test
  void questionsFailInTheirTimeWhileTheDatabaseIsAwayAndAreAnsweredAfter() throws Exception {
    try (PostgresServer server = EmbeddedPostgres.temporary(PostgresOptions.forTests())) {
      server.start();
      StateStore store = opened(new JobsDatabase(server).url(), "flights");
      result(store.put(LANE, "a", bytes("before"), LONG));
      server.stop();
      long since = System.nanoTime();

      assertThat(failure(store.put(LANE, "b", bytes("lost"), SHORT)))
          .hasMessageContaining("sluice_resume_states has not answered for " + LANE);
      assertThat(failure(store.get(LANE, "a", SHORT))).hasMessageContaining(LANE);

      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(6));
      Future<Void> waiting = store.put(LANE, "c", bytes("after"), LONG);
      server.start();
      result(waiting);
      assertThat(got(store, LANE, "a")).hasValue("before");
      assertThat(got(store, LANE, "c")).hasValue("after");
      result(store.close(LONG));
    }
  }
}
