package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.net.URI;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobsMigrationTest {
  private static final TableName NAME = TableName.of("sluice_jobs");
  private static final int MINUTE_MS = 60_000;

  private final JobsDatabase jobs = new JobsDatabase();

  private static List<String> stepsOfVersion2() {
    return SqlScript.jobs().stepsSince(1, NAME);
  }

  private String comment() {
    return jobs.one("SELECT obj_description('sluice_jobs'::regclass, 'pg_class')");
  }

  /** What there is beside rows. */
  private static List<String> shape(JobsDatabase jobs) {
    return jobs.column(
        "SELECT 'column ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull"
            + " FROM pg_attribute WHERE attrelid = 'sluice_jobs'::regclass AND attnum > 0"
            + " UNION ALL SELECT indexdef FROM pg_indexes WHERE tablename = 'sluice_jobs'"
            + " UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid)"
            + "   FROM pg_constraint WHERE conrelid = 'sluice_jobs'::regclass"
            + " UNION ALL SELECT oid::regprocedure::text FROM pg_proc"
            + "   WHERE proname = 'sluice_enqueue'"
            + " ORDER BY 1");
  }

  private void open(boolean createTable) throws Exception {
    try (Claimant one = new Claimant(jobs.url())) {
      result(createTable ? one.createTable().opening() : one.opening());
    }
  }

  private Throwable refusal() throws Exception {
    try (Claimant one = new Claimant(jobs.url())) {
      return failure(one.opening());
    }
  }

  @Test
  void anOlderTableBecomesTheSameAsANewOneAndKeepsItsJobs() throws Exception {
    PreviousRelease.makeTable(jobs);
    jobs.enqueue(0, 3);
    jobs.run("UPDATE sluice_jobs SET state = 'done', finished_at = now() WHERE id = 2");

    try (Claimant one = new Claimant(jobs.url()).createTable().open()) {
      assertThat(one.engine().awaitDeliveries(2)).hasSize(2);
    }

    JobsDatabase made = new JobsDatabase();
    try (Claimant one = new Claimant(made.url()).createTable()) {
      result(one.opening());
    }
    assertThat(shape(jobs))
        .isEqualTo(shape(made))
        .contains("column kind text true")
        .noneMatch(line -> line.contains("NOT VALID"));
    assertThat(comment()).contains("sluice-schema=2 usable-from=1");
    assertThat(jobs.column("SELECT DISTINCT kind FROM sluice_jobs")).containsExactly("default");
  }

  @Test
  void manyThatComeAtOnceToAnOlderTableWaitForEachOther() throws Exception {
    PreviousRelease.makeTable(jobs);
    try (Claimant one = new Claimant(jobs.url()).createTable();
        Claimant two = new Claimant(jobs.url()).createTable();
        Claimant three = new Claimant(jobs.url()).createTable()) {

      result(Future.all(one.opening(), two.opening(), three.opening()));
    }
    assertThat(comment()).contains("sluice-schema=2");
  }

  @Test
  void whatAStarterThatWasKilledHasLeftUndoneIsDone() throws Exception {
    for (int done = 0; done < stepsOfVersion2().size(); done++) {
      JobsDatabase halfway = new JobsDatabase();
      PreviousRelease.makeTable(halfway);
      stepsOfVersion2().subList(0, done).forEach(halfway::run);

      try (Claimant one = new Claimant(halfway.url()).createTable()) {
        result(one.opening());
      }

      assertThat(shape(halfway)).as("after %s steps", done).isEqualTo(shape(withTable()));
    }
  }

  private static JobsDatabase withTable() {
    return new JobsDatabase().withTable();
  }

  @Test
  void aWorkerThatOnlyLooksNamesBothVersionsAndTheStatementsBetweenThem() throws Exception {
    PreviousRelease.makeTable(jobs);

    Throwable refusal = refusal();

    assertThat(refusal)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("sluice_jobs at sluice@")
        .hasMessageContaining("is at version 1 and not at version 2")
        .hasMessageContaining("pipeline.source.postgresJobs.createTable: true");
    assertThat(shape(jobs)).noneMatch(line -> line.contains("kind"));
    jobs.run(refusal.getMessage().substring(refusal.getMessage().indexOf("ALTER TABLE")));
    open(false);
  }

  @Test
  void aNewerTableIsWorkedOnAndLeftAsItIsWhenItOnlyAdds() throws Exception {
    jobs.withTable().enqueue(0, 1);
    jobs.run(
        "ALTER TABLE sluice_jobs ADD COLUMN later text,"
            + " DROP CONSTRAINT sluice_jobs_state_check;"
            + " COMMENT ON TABLE sluice_jobs IS 'mine: sluice-schema=3 usable-from=2, please'");
    List<String> before = shape(jobs);

    try (Claimant one = new Claimant(jobs.url()).createTable().open()) {
      one.engine().awaitDeliveries(1);
    }
    open(false);

    assertThat(shape(jobs)).isEqualTo(before);
    assertThat(comment()).contains("sluice-schema=3");
  }

  @Test
  void aNewerTableThatTakesAwayIsRefused() throws Exception {
    jobs.withTable();
    jobs.run("COMMENT ON TABLE sluice_jobs IS 'sluice-schema=7 usable-from=3'");

    assertThat(refusal())
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("is at version 7")
        .hasMessageContaining("releases that know version 3")
        .hasMessageContaining("this one knows 2");
    try (Claimant one = new Claimant(jobs.url()).createTable()) {
      assertThat(failure(one.opening())).isInstanceOf(InvalidSetup.class);
    }
    assertThat(comment()).contains("sluice-schema=7");
  }

  @Test
  void othersAreLetThroughWhileAMigrationWaitsForATransactionThatWillNotEnd() throws Exception {
    PreviousRelease.makeTable(jobs);
    try (TableLock reader = new TableLock(jobs, "ACCESS SHARE");
        Claimant one = new Claimant(jobs.url()).createTable()) {
      Future<Void> opening = one.opening();
      jobs.awaitLockWaiter("ALTER TABLE%");

      // Waits behind the migration, but not for the transaction.
      jobs.enqueue(0, 1);

      assertThat(opening.isComplete()).isFalse();
      reader.release();
      result(opening);
      one.engine().awaitDeliveries(1);
    }
    assertThat(comment()).contains("sluice-schema=2");
  }

  @Test
  void aStepIsFinishedByTheServerWhenItsStarterIsGone() throws Exception {
    PreviousRelease.makeTable(jobs);
    URI server = URI.create(jobs.url());
    Wire wire = new Wire(server.getPort());
    Vertx vertx = Vertx.vertx();
    Pool pool =
        PgBuilder.pool()
            .connectingTo(jobs.url().replace(":" + server.getPort() + "/", ":" + wire.port() + "/"))
            .using(vertx)
            .build();
    try (TableLock reader = new TableLock(jobs, "ACCESS SHARE")) {
      Future<Void> run = new TableMigration(SqlScript.jobs(), NAME).run(pool);
      jobs.awaitLockWaiter("ALTER TABLE%");
      wire.close();
      failure(run);
      reader.release();
    } finally {
      result(vertx.close());
    }

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> shape(jobs).contains("column kind text true"));
  }

  @Test
  void theStatementsOfThePreviousReleaseWorkOnThisTable() throws Exception {
    jobs.withTable();
    try (PreviousRelease previous = new PreviousRelease(jobs)) {
      for (int i = 0; i < 4; i++) {
        previous.run("insert", "default", "k" + i, Buffer.buffer("p" + i), 0, past());
      }
      List<Row> claimed =
          previous.run("claim", "default", 10, 1_000_000L, "old-1", (long) MINUTE_MS).stream()
              .toList();
      assertThat(claimed).hasSize(4);
      Long[] ids = claimed.stream().map(row -> row.getLong("id")).toArray(Long[]::new);
      Long[] tokens = claimed.stream().map(row -> row.getLong("token")).toArray(Long[]::new);

      assertThat(previous.run("renew", ids, tokens, (long) MINUTE_MS).size()).isEqualTo(4);
      assertThat(
              previous
                  .run(
                      "settle",
                      new Long[] {ids[0], ids[1], ids[2]},
                      new Long[] {tokens[0], tokens[1], tokens[2]},
                      new String[] {"done", "back", "keep"},
                      new Buffer[] {null, Buffer.buffer("s"), Buffer.buffer("t")})
                  .size())
          .isEqualTo(3);
      assertThat(states()).containsExactly("done", "available", "claimed", "claimed");
      assertThat(previous.run("release", "default", "old-1", new Long[] {ids[2]}).rowCount())
          .isEqualTo(1);
      jobs.expireLeases();
      assertThat(previous.run("reclaim", "default", 10).rowCount()).isEqualTo(1);
      assertThat(states()).containsExactly("done", "available", "available", "available");
      assertThat(previous.run("busy", "default").iterator().next().getBoolean("busy")).isTrue();
      jobs.run("UPDATE sluice_jobs SET finished_at = now() - interval '2 minutes' WHERE id = 1");
      assertThat(previous.run("sweep", "default", (long) MINUTE_MS, 10).rowCount()).isEqualTo(1);
    }
  }

  private static OffsetDateTime past() {
    return OffsetDateTime.parse("2020-01-01T00:00:00Z");
  }

  private List<String> states() {
    return jobs.column("SELECT state FROM sluice_jobs ORDER BY id");
  }
}
