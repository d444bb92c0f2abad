package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.InvalidSetting;
import io.vertx.core.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobsSetupTest {
  private final JobsDatabase jobs = new JobsDatabase();

  private Throwable refusal() throws Exception {
    return refusal(jobs.url());
  }

  private static Throwable refusal(String url) throws Exception {
    try (Claimant claimant = new Claimant(url)) {
      return failure(claimant.opening());
    }
  }

  @Test
  void aMissingTableIsRefusedWithTheStatementsThatMakeIt() throws Exception {
    Throwable refusal = refusal();

    assertThat(refusal)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.postgresJobs.table: sluice_jobs at sluice@")
        .hasMessageContaining("there is no such table and no sequence sluice_jobs_claims")
        .hasMessageContaining("pipeline.source.postgresJobs.createTable: true");
    String sql = refusal.getMessage().substring(refusal.getMessage().indexOf("CREATE SEQUENCE"));
    jobs.run(sql);
    jobs.enqueue(0, 1);
    try (Claimant one = new Claimant(jobs.url()).open()) {
      one.engine().awaitDeliveries(1);
    }
  }

  @Test
  void theTableIsMadeOnDemandByOneOfManyThatComeAtOnce() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).createTable();
        Claimant two = new Claimant(jobs.url()).createTable();
        Claimant three = new Claimant(jobs.url()).createTable()) {
      Future<?> all = Future.all(one.opening(), two.opening(), three.opening());

      result(all);

      assertThat(
              jobs.column(
                  "SELECT indexname FROM pg_indexes WHERE tablename = 'sluice_jobs' ORDER BY 1"))
          .containsExactly(
              "sluice_jobs_again",
              "sluice_jobs_available",
              "sluice_jobs_claimed",
              "sluice_jobs_done",
              "sluice_jobs_ended",
              "sluice_jobs_keys",
              "sluice_jobs_kinds",
              "sluice_jobs_pkey",
              "sluice_jobs_unique");
    }
  }

  @Test
  void aMissingColumnIsRefusedWithTheStatementThatAddsIt() throws Exception {
    jobs.withTable();
    jobs.run("ALTER TABLE sluice_jobs DROP COLUMN attempts, DROP COLUMN resume_state");

    Throwable refusal = refusal();

    assertThat(refusal)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("lacks the column attempts, lacks the column resume_state")
        .hasMessageContaining(
            "ALTER TABLE \"sluice_jobs\" ADD COLUMN attempts integer NOT NULL DEFAULT 0;")
        .hasMessageContaining("ALTER TABLE \"sluice_jobs\" ADD COLUMN resume_state bytea;");
    String message = refusal.getMessage();
    jobs.run(message.substring(message.indexOf("ALTER TABLE")));
    try (Claimant one = new Claimant(jobs.url())) {
      result(one.opening());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anIndexWhoseBuildingWasInterruptedIsRefusedWithTheStatementsThatMakeIt(boolean createTable)
      throws Exception {
    jobs.withTable();
    jobs.run("DROP INDEX sluice_jobs_unique");
    jobs.run("INSERT INTO sluice_jobs (unique_key) VALUES ('twin'), ('twin')");
    assertThatThrownBy(
            () ->
                jobs.run(
                    "CREATE UNIQUE INDEX CONCURRENTLY sluice_jobs_unique"
                        + " ON sluice_jobs (queue, unique_key)"
                        + " WHERE unique_key IS NOT NULL AND state IN ('available', 'claimed')"))
        .hasStackTraceContaining("could not create unique index");
    jobs.run("UPDATE sluice_jobs SET unique_key = NULL");
    Throwable refusal;
    try (Claimant one = new Claimant(jobs.url())) {
      refusal = failure(createTable ? one.createTable().opening() : one.opening());
    }

    assertThat(refusal)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("has indexes that are not valid")
        .hasMessageContaining("DROP INDEX sluice_jobs_unique;\nCREATE UNIQUE INDEX");
    String message = refusal.getMessage();
    jobs.run(message.substring(message.indexOf("DROP INDEX")));
    try (Claimant one = new Claimant(jobs.url())) {
      result(one.opening());
    }
  }

  @Test
  void aColumnOfAnotherTypeIsRefused() throws Exception {
    jobs.run(
        "CREATE SEQUENCE sluice_jobs_claims; CREATE TABLE sluice_jobs (id integer);"
            + " COMMENT ON TABLE sluice_jobs IS 'sluice-schema=2 usable-from=1'");

    assertThat(refusal())
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("has a column id of type integer instead of bigint")
        .hasMessageContaining("ALTER COLUMN id TYPE bigint");
  }

  @Test
  void aRoleThatMayNotWriteIsRefusedWithTheGrant() throws Exception {
    jobs.withTable();
    String reader = "reader_" + jobs.one("SELECT pg_backend_pid()");
    jobs.run("CREATE ROLE " + reader + " LOGIN PASSWORD 'r'");
    jobs.run("GRANT SELECT, DELETE ON sluice_jobs TO " + reader);
    String url = jobs.url().replaceFirst("//.*@", "//" + reader + ":r@");

    assertThat(refusal(url))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("may not be used for UPDATE")
        .hasMessageContaining("GRANT SELECT, UPDATE, DELETE ON \"sluice_jobs\" TO " + reader)
        .hasMessageContaining("GRANT USAGE ON SEQUENCE \"sluice_jobs_claims\" TO " + reader);
    jobs.run("GRANT UPDATE ON sluice_jobs TO " + reader);
    assertThat(refusal(url))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("may not be used for USAGE");
    jobs.run("GRANT USAGE ON SEQUENCE sluice_jobs_claims TO " + reader);
    try (Claimant one = new Claimant(url)) {
      result(one.opening());
    }
  }

  @Test
  void aRoleThatMayNotMakeTheTableIsToldSo() throws Exception {
    String guest = "guest_" + jobs.one("SELECT pg_backend_pid()");
    jobs.run("CREATE ROLE " + guest + " LOGIN PASSWORD 'g'");
    try (Claimant one =
        new Claimant(jobs.url().replaceFirst("//.*@", "//" + guest + ":g@")).createTable()) {
      assertThat(failure(one.opening()))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("can't be made: permission denied")
          .hasMessageContaining("CREATE TABLE");
    }
  }

  @Test
  void aWrongPasswordIsRefusedUnderTheSourcesOwnKey() throws Exception {
    assertThat(refusal(jobs.url().replaceFirst(":[^:@]*@", ":wr0ng@")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.postgresJobs")
        .hasMessageContaining("password is wrong")
        .hasMessageNotContaining("wr0ng");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Jobs", "a.b.c", "jobs;drop", "1jobs", "jobs\"", ".jobs"})
  void aTablesNameThatIsNoneIsRefused(String name) {
    assertThatThrownBy(() -> TableName.of(name))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void aTableMayLieInASchemaOfItsOwn() {
    TableName name = TableName.of("work.jobs");

    assertThat(name.sql()).isEqualTo("\"work\".\"jobs\"");
    assertThat(SqlScript.jobs().forTable(name))
        .contains("CREATE SEQUENCE IF NOT EXISTS \"work\".\"jobs_claims\";")
        .contains("CREATE INDEX IF NOT EXISTS \"jobs_available\" ON \"work\".\"jobs\"")
        .doesNotContain("${");
  }
}
