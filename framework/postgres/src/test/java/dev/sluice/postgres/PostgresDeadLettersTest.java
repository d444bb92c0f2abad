package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Header;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresDeadLettersTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final JobsDatabase database = new JobsDatabase();
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void closeVertx() throws Exception {
    result(vertx.close());
  }

  private DeadLetters writer(String url, boolean createTable) {
    return new PostgresDeadLetterProvider()
        .create(
            new PostgresDeadLetterConfig(url, Optional.empty(), "sluice_dead_letters", createTable),
            "orders",
            vertx);
  }

  private DeadLetters opened(String url) throws Exception {
    DeadLetters writer = writer(url, true);
    result(writer.open(LONG));
    return writer;
  }

  private static DeadLetter letter(long position, byte[] key, byte[] value, Header... headers) {
    return new DeadLetter(
        "orders",
        new LaneRef("jobs/default", 3),
        position,
        1_700_000_000_123L,
        key,
        value,
        List.of(headers),
        "java.lang.IllegalStateException",
        "no such \0 café",
        5,
        Instant.parse("2026-01-02T03:04:05.678Z"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(DeadLetterProvider.class))
        .anySatisfy(
            provider -> {
              assertThat(provider.name()).isEqualTo("postgres");
              assertThat(provider.configType()).isEqualTo(PostgresDeadLetterConfig.class);
            });
  }

  @Test
  void aLetterIsARowWithEverythingThatBelongsToIt() throws Exception {
    DeadLetters writer = opened(database.url());

    result(
        writer.write(
            letter(
                42,
                bytes("k"),
                new byte[] {1, 0, -1},
                new Header("trace", bytes("one")),
                new Header("trace", bytes("two")),
                new Header("none", null)),
            LONG));

    assertThat(
            database.column(
                "SELECT concat_ws('|', id, pipeline, lane, generation, position,"
                    + " record_timestamp AT TIME ZONE 'UTC', encode(key, 'hex'),"
                    + " encode(value, 'hex'), header_names, header_values, error_class,"
                    + " error_message, attempts, died_at AT TIME ZONE 'UTC')"
                    + " FROM sluice_dead_letters"))
        .containsExactly(
            "jobs/default/42|orders|jobs/default|3|42|2023-11-14 22:13:20.123|6b|0100ff"
                + "|{trace,trace,none}|{\"\\\\x6f6e65\",\"\\\\x74776f\",NULL}"
                + "|java.lang.IllegalStateException|no such \uFFFD café|5"
                + "|2026-01-02 03:04:05.678");
    result(writer.close(LONG));
  }

  @Test
  void aLetterWithoutKeyValueAndHeadersStaysWithout() throws Exception {
    DeadLetters writer = opened(database.url());

    result(writer.write(letter(1, null, null), LONG));

    assertThat(
            database.one(
                "SELECT key IS NULL AND value IS NULL AND header_names = '{}'"
                    + " AND header_values = '{}' FROM sluice_dead_letters"))
        .isEqualTo("t");
    result(writer.close(LONG));
  }

  @Test
  void anotherRecordAtTheSamePositionHasALetterOfItsOwn() throws Exception {
    DeadLetters writer = opened(database.url());
    DeadLetter one = letter(1, null, bytes("of orders"));

    result(writer.write(one, LONG));
    result(writer.write(like(one, "invoices", one.timestamp()), LONG));
    result(writer.write(like(one, "orders", one.timestamp() + 1), LONG));

    assertThat(database.one("SELECT count(*) FROM sluice_dead_letters")).isEqualTo("3");
    result(writer.close(LONG));
  }

  private static DeadLetter like(DeadLetter letter, String pipeline, long timestamp) {
    return new DeadLetter(
        pipeline,
        letter.lane(),
        letter.position(),
        timestamp,
        letter.key(),
        letter.value(),
        letter.headers(),
        letter.errorClass(),
        letter.errorMessage(),
        letter.attempts(),
        letter.diedAt());
  }

  @Test
  void aLetterThatIsWrittenTwiceIsThereOnce() throws Exception {
    DeadLetters writer = opened(database.url());

    result(writer.write(letter(1, null, bytes("first")), LONG));
    result(writer.write(letter(1, null, bytes("again")), LONG));
    result(writer.write(letter(2, null, bytes("other")), LONG));

    assertThat(
            database.column(
                "SELECT convert_from(value, 'UTF8') FROM sluice_dead_letters ORDER BY position"))
        .containsExactly("first", "other");
    result(writer.close(LONG));
  }

  @Test
  void aMissingTableIsRefusedWithTheStatementsThatMakeIt() throws Exception {
    Throwable refusal = failure(writer(database.url(), false).open(LONG));

    assertThat(refusal)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.deadLetter.postgres.table: sluice_dead_letters at sluice@")
        .hasMessageContaining("there is no such table")
        .hasMessageContaining("createTable: true");
    database.run(refusal.getMessage().substring(refusal.getMessage().indexOf("CREATE TABLE")));
    DeadLetters writer = writer(database.url(), false);
    result(writer.open(LONG));
    result(writer.write(letter(1, null, null), LONG));
    result(writer.close(LONG));
  }

  @Test
  void insertingIsTheOnlyRightThatIsNeeded() throws Exception {
    result(opened(database.url()).close(LONG));
    String writerRole = "writer_" + database.one("SELECT pg_backend_pid()");
    database.run("CREATE ROLE " + writerRole + " LOGIN PASSWORD 'w'");
    String url = database.url().replaceFirst("//.*@", "//" + writerRole + ":w@");
    assertThat(failure(writer(url, false).open(LONG)))
        .hasMessageContaining("GRANT INSERT ON \"sluice_dead_letters\" TO " + writerRole);
    database.run("GRANT INSERT ON sluice_dead_letters TO " + writerRole);

    DeadLetters writer = writer(url, false);
    result(writer.open(LONG));
    result(writer.write(letter(1, null, null), LONG));
    result(writer.close(LONG));
  }

  @Test
  void aWriteOutlastsBrokenConnections() throws Exception {
    DeadLetters writer = opened(database.url());
    result(writer.write(letter(1, null, null), LONG));

    database.breakConnections();

    result(writer.write(letter(2, null, null), LONG));
    assertThat(database.one("SELECT count(*) FROM sluice_dead_letters")).isEqualTo("2");
    result(writer.close(LONG));
  }

  @Test
  void aWriteFailsInItsTimeWhileTheDatabaseIsAwayAndWorksAgainAfter() throws Exception {
    try (PostgresServer server = EmbeddedPostgres.temporary(PostgresOptions.forTests())) {
      server.start();
      JobsDatabase own = new JobsDatabase(server);
      DeadLetters writer = opened(own.url());
      server.stop();
      long since = System.nanoTime();

      Throwable failure = failure(writer.write(letter(1, null, null), SHORT));

      assertThat(failure)
          .hasMessageContaining("jobs/default/1")
          .hasMessageContaining("table sluice_dead_letters");
      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(SHORT.plusSeconds(2));
      Future<Void> waiting = writer.write(letter(2, null, null), LONG);
      server.start();
      result(waiting);
      assertThat(own.column("SELECT position FROM sluice_dead_letters")).containsExactly("2");
      result(writer.close(LONG));
    }
  }
}
