package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.StateStore;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptedConnectionTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String HBA =
      "hostssl all worker all scram-sha-256\nhost all worker all reject\n"
          + "host all all all scram-sha-256\nlocal all all scram-sha-256";
  private static final char[] STORE_PASSWORD = "changeit".toCharArray();

  @TempDir Path directory;
  private final Vertx vertx = Vertx.vertx();
  private PostgresServer server;

  @BeforeEach
  void startAServerWithASelfSignedCertificate() throws Exception {
    server = EmbeddedPostgres.temporary(PostgresOptions.forTests());
    server.start();
    KeyStore keys = selfSigned();
    try (Connection connection = server.connect("postgres");
        Statement statement = connection.createStatement()) {
      write(
          statement,
          "server.key",
          pem("PRIVATE KEY", keys.getKey("server", STORE_PASSWORD).getEncoded()));
      write(
          statement, "server.crt", pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
      statement.execute("ALTER SYSTEM SET ssl = on");
    }
    server.restart();
  }

  @AfterEach
  void endAll() throws Exception {
    server.kill();
    result(vertx.close());
  }

  @Test
  void encryptsWhenTheUrlRequiresIt() throws Exception {
    ServiceProvider.Service service = service("require");

    result(service.check(Duration.ofSeconds(30)));

    assertThat(
            result(
                    ((Pool) service.client())
                        .query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
                        .execute())
                .iterator()
                .next()
                .getBoolean("ssl"))
        .isTrue();
  }

  @Test
  void refusesACertificateThatNobodyVouchesForWhenTheUrlWantsItVerified() throws Exception {
    assertThat(failure(service("verify-full").check(Duration.ofSeconds(1))))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("services.postgres.main")
        .hasMessageContaining("have the JVM trust the server's certificate");
  }

  @Test
  void everythingOfAWorkerIsEncryptedAndLogsInWithoutShowingItsPassword() throws Exception {
    try (Connection connection = server.connect("postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("SET password_encryption = 'scram-sha-256'");
      statement.execute("CREATE ROLE worker LOGIN PASSWORD 'w' SUPERUSER");
      // Anything else is refused: no plain text, no other way to show who one is.
      write(statement, "pg_hba.conf", HBA);
      statement.execute("SELECT pg_reload_conf()");
    }
    String url = server.url().replaceFirst("//.*@", "//worker:w@") + "?sslmode=require";
    PostgresService service =
        MainService.service(MainService.config(url, Optional.empty(), 1), vertx);
    PostgresTransactionStore store =
        (PostgresTransactionStore) service.transactions().orElseThrow();
    DeadLetters letters =
        new PostgresDeadLetterProvider()
            .create(
                new PostgresDeadLetterConfig(url, Optional.empty(), "letters", true), "p", vertx);
    StateStore states =
        new PostgresStateStoreProvider()
            .create(
                new PostgresStateStoreConfig(url, Optional.empty(), "states", true), "p", vertx);

    result(store.open("p", LONG));
    result(letters.open(LONG));
    result(states.open(LONG));
    try (Claimant jobs = new Claimant(url).createTable().open()) {
      assertThat(
              result(
                      service
                          .client()
                          .query(
                              "SELECT count(*) FILTER (WHERE ssl), count(*) FILTER (WHERE NOT ssl)"
                                  + " FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
                                  + " WHERE usename = 'worker'")
                          .execute())
                  .iterator()
                  .next())
          .satisfies(
              row -> {
                assertThat(row.getLong(0)).isGreaterThanOrEqualTo(4);
                assertThat(row.getLong(1)).isZero();
              });
      assertThat(jobs.engine().lost()).isEmpty();
    }
    assertThat(
            failure(
                MainService.service(url.replace("sslmode=require", "sslmode=disable"), vertx)
                    .check(Duration.ofSeconds(1))))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pg_hba.conf");
  }

  private ServiceProvider.Service service(String mode) {
    return MainService.service(
        MainService.config(server.url() + "?sslmode=" + mode, Optional.empty(), 1), vertx);
  }

  private KeyStore selfSigned() throws Exception {
    Path store = directory.resolve("keys.p12");
    int status =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(STORE_PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start()
            .waitFor();
    assertThat(status).as(Files.readString(directory.resolve("keytool.log"))).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, STORE_PASSWORD);
    }
    return keys;
  }

  private static String pem(String what, byte[] content) {
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN %s-----\n%s\n-----END %s-----"
        .formatted(what, lines.encodeToString(content), what);
  }

  // By the server itself: so the file is its own whoever it runs as.
  private static void write(Statement statement, String name, String content) throws SQLException {
    statement.execute(
        "COPY (SELECT unnest(string_to_array('"
            + content
            + "', E'\\n'))) TO PROGRAM 'umask 077; cat > "
            + name
            + "'");
  }
}
