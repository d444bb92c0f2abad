package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServiceTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final PostgresServer SERVER = EmbeddedPostgres.shared();

  private final List<ServiceProvider.Service> services = new ArrayList<>();
  private Vertx vertx;

  @BeforeEach
  void startVertx() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void closeAll() throws Exception {
    for (ServiceProvider.Service service : services) {
      result(service.close(LONG));
    }
    result(vertx.close());
  }

  @Test
  void isFoundByItsKind() {
    assertThat(ServiceLoader.load(ServiceProvider.class))
        .anySatisfy(
            provider -> {
              assertThat(provider.kind()).isEqualTo("postgres");
              assertThat(provider.serviceType()).isEqualTo(Pool.class);
              assertThat(provider.configType()).isEqualTo(PostgresServiceConfig.class);
            });
  }

  @Test
  void givesAPoolThatAnswers() throws Exception {
    ServiceProvider.Service service = service(SERVER.url());

    result(service.check(LONG));

    assertThat(
            result(((Pool) service.client()).query("SELECT 7 AS n").execute())
                .iterator()
                .next()
                .getInteger("n"))
        .isEqualTo(7);
  }

  @Test
  void refusesAWrongPasswordAtOnceWithoutShowingIt() throws Exception {
    String url = SERVER.url().replace(SERVER.password(), "wr0ng");
    long since = System.nanoTime();

    Throwable failure = failure(service(url).check(LONG));

    assertThat(failure)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("services.postgres.main")
        .hasMessageContaining("sluice@127.0.0.1:" + SERVER.port() + "/postgres")
        .hasMessageContaining("password is wrong")
        .hasMessageContaining("Fix: ")
        .hasMessageNotContaining("wr0ng");
    assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void saysWhyAServerWithoutEncryptionWillNotDo() throws Exception {
    assertThat(failure(service(SERVER.url() + "?sslmode=require").check(Duration.ofSeconds(1))))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("services.postgres.main")
        .hasMessageContaining("SSL");
  }

  @Test
  void namesADatabaseThatIsStillMissingWhenTheTimeIsUp() throws Exception {
    assertThat(failure(service(SERVER.url("missing")).check(SHORT)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("services.postgres.main")
        .hasMessageContaining("database missing does not exist")
        .hasMessageContaining("asked for 1 s")
        .hasMessageContaining("create it");
  }

  @Test
  void waitsForADatabaseThatIsCreatedInTime() throws Exception {
    WatchedClock clock = new WatchedClock();
    Future<Void> checked = service(SERVER.url("late"), clock).check(LONG);
    clock.awaitFirstFailure();

    SERVER.createDatabase("late");

    result(checked);
  }

  @Test
  void keepsAskingForAnUnknownHostAndNamesItWhenTheTimeIsUp() throws Exception {
    WatchedClock clock = new WatchedClock();

    assertThat(
            failure(
                service("postgresql://me:s3cret@no-such-host.invalid:5432/orders", clock)
                    .check(SHORT)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("host no-such-host.invalid is unknown")
        .hasMessageContaining("correct the host in services.postgres.main.url")
        .hasMessageNotContaining("s3cret");
    assertThat(clock.asks()).isGreaterThan(1);
  }

  @Test
  void refusesARoleThatMayNotConnect() throws Exception {
    String url = SERVER.createDatabase("closed");
    try (var connection = SERVER.connect("closed");
        var statement = connection.createStatement()) {
      statement.execute("CREATE ROLE outsider LOGIN PASSWORD 'out'");
      statement.execute("REVOKE CONNECT ON DATABASE closed FROM PUBLIC");
    }

    Throwable failure = failure(service(url.replaceFirst("//.*@", "//outsider:out@")).check(LONG));

    assertThat(failure)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("GRANT CONNECT ON DATABASE closed TO outsider");
  }

  @Test
  void saysWhereNobodyAnswersWhenTheTimeIsUp() throws Exception {
    try (PostgresServer down = EmbeddedPostgres.temporary(PostgresOptions.forTests())) {
      down.start();
      down.stop();

      assertThat(failure(service(down.url()).check(Duration.ofSeconds(1))))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("services.postgres.main")
          .hasMessageContaining("127.0.0.1:" + down.port())
          .hasMessageContaining("within 1 s")
          .hasMessageContaining("refused")
          .hasMessageNotContaining(down.password());
    }
  }

  @Test
  void waitsForAServerThatComesUpInTime() throws Exception {
    try (PostgresServer late = EmbeddedPostgres.temporary(PostgresOptions.forTests())) {
      late.start();
      late.stop();
      Future<Void> checked = service(late.url()).check(LONG);
      assertThat(checked.isComplete()).isFalse();

      late.start();

      result(checked);
    }
  }

  @Test
  void readsTheNewPasswordForTheNextConnection(@TempDir Path directory) throws Exception {
    try (var connection = SERVER.connect("postgres");
        var statement = connection.createStatement()) {
      statement.execute("CREATE ROLE rotating LOGIN PASSWORD 'first'");
      Path file = Files.writeString(directory.resolve("password"), "first\n");
      String url = SERVER.url().replaceFirst("//.*@", "//rotating@");
      ServiceProvider.Service service = service(url, Optional.of(file.toString()));
      result(service.check(LONG));
      Pool pool = (Pool) service.client();
      // Held, so that the next one is a new connection.
      SqlConnection held = result(pool.getConnection());

      statement.execute("ALTER ROLE rotating PASSWORD 'second'");
      Files.writeString(file, "second\n");

      result(result(pool.getConnection()).close());
      result(held.close());
    }
  }

  @Test
  void namesAPasswordFileThatIsNotThere() throws Exception {
    String url = SERVER.url().replaceFirst("//.*@", "//sluice@");

    assertThat(failure(service(url, Optional.of("/no/such/password")).check(LONG)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("services.postgres.main.passwordFile")
        .hasMessageContaining("/no/such/password");
  }

  private ServiceProvider.Service service(String url) {
    return service(url, Optional.empty());
  }

  private ServiceProvider.Service service(String url, Optional<String> passwordFile) {
    return kept(new PostgresServiceProvider().create("main", config(url, passwordFile), vertx));
  }

  private ServiceProvider.Service service(String url, Clock clock) {
    return kept(new PostgresService("main", config(url, Optional.empty()), vertx, clock));
  }

  private ServiceProvider.Service kept(ServiceProvider.Service service) {
    services.add(service);
    return service;
  }

  private static PostgresServiceConfig config(String url, Optional<String> passwordFile) {
    return MainService.config(url, passwordFile, 4);
  }
}
