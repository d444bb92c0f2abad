package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import org.junit.jupiter.api.Test;

class EnqueueFunctionTest {
  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private String row() {
    return jobs.one(
        "SELECT concat_ws('|', kind, queue, coalesce(key, 'no key'),"
            + " coalesce(convert_from(payload, 'UTF8'), 'no payload'),"
            + " coalesce(headers::text, 'no headers'), priority,"
            + " coalesce(nullif(run_at, created_at) AT TIME ZONE 'UTC' || '', 'now'),"
            + " coalesce(unique_key, 'no unique key'), coalesce(max_attempts || '', 'no most'))"
            + " FROM sluice_jobs ORDER BY id DESC LIMIT 1");
  }

  @Test
  void onlyTheKindMustBeGiven() {
    jobs.one("SELECT sluice_enqueue('mail')");

    assertThat(row())
        .isEqualTo("mail|default|no key|no payload|no headers|0|now|no unique key|no most");
  }

  @Test
  void everythingMayBeGivenByName() {
    String id =
        jobs.one(
            "SELECT sluice_enqueue('mail', payload => '{\"to\": 1}', queue => 'letters',"
                + " key => 'k', headers => '{\"a\": \"b\"}', priority => 7,"
                + " run_at => '2030-01-31T12:00:00Z', unique_key => 'u', max_attempts => 3,"
                + " notify => false)");

    assertThat(id).isEqualTo(jobs.one("SELECT max(id) FROM sluice_jobs"));
    assertThat(row())
        .isEqualTo("mail|letters|k|{\"to\": 1}|{\"a\": \"b\"}|7|2030-01-31 12:00:00|u|3");
  }

  @Test
  void aPayloadMayBeTextBytesOrJson() {
    jobs.one("SELECT sluice_enqueue('mail', 'größer')");
    assertThat(row()).startsWith("mail|default|no key|größer|");
    jobs.one("SELECT sluice_enqueue('mail', '\\x616263'::bytea, priority => 1)");
    assertThat(row()).startsWith("mail|default|no key|abc|no headers|1|");
    jobs.one("SELECT sluice_enqueue('mail', jsonb_build_object('to', 'x'), key => 'k')");
    assertThat(row()).startsWith("mail|default|k|{\"to\": \"x\"}|");
    jobs.one("SELECT sluice_enqueue('mail', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)");
    assertThat(row())
        .isEqualTo("mail|default|no key|no payload|no headers|0|now|no unique key|no most");
  }

  @Test
  void driversBindParameters() throws Exception {
    try (Connection connection = jobs.connect();
        PreparedStatement call =
            connection.prepareStatement(
                "SELECT sluice_enqueue(?, payload => ?, priority => ?, unique_key => ?)")) {
      call.setString(1, "mail");
      call.setBytes(2, new byte[] {'p'});
      call.setInt(3, 2);
      call.setString(4, null);
      try (ResultSet answer = call.executeQuery()) {
        assertThat(answer.next()).isTrue();
      }
    }
    assertThat(row()).startsWith("mail|default|no key|p|no headers|2|");
  }

  @Test
  void aLiveJobWithTheUniqueKeyIsAnswered() {
    String first = jobs.one("SELECT sluice_enqueue('mail', unique_key => 'u')");

    assertThat(jobs.one("SELECT sluice_enqueue('mail', unique_key => 'u')")).isEqualTo(first);
    assertThat(jobs.one("SELECT sluice_enqueue('mail', unique_key => 'u', queue => 'q')"))
        .isNotEqualTo(first);
    jobs.run("UPDATE sluice_jobs SET state = 'dead'");
    assertThat(jobs.one("SELECT sluice_enqueue('mail', unique_key => 'u')")).isNotEqualTo(first);
  }

  @Test
  void aCallWaitsForATransactionThatPutsTheUniqueKeyIn() throws Exception {
    try (Enqueuer one = new Enqueuer(jobs.url());
        Enqueuer two = new Enqueuer(jobs.url())) {
      String call = "SELECT sluice_enqueue('mail', unique_key => 'u') AS id";
      one.run("BEGIN");
      long first = id(Waiting.result(one.connection().query(call).execute()));
      Future<RowSet<Row>> other = two.connection().query(call).execute();
      jobs.awaitLockWaiter("SELECT sluice_enqueue%");
      one.run("COMMIT");

      assertThat(id(Waiting.result(other))).isEqualTo(first);
    }
  }

  private static long id(RowSet<Row> rows) {
    return rows.iterator().next().getLong("id");
  }

  @Test
  void whoeverWaitsIsToldUnlessNobodyIsToBe() throws Exception {
    try (Enqueuer one = new Enqueuer(jobs.url())) {
      one.listen("sluice_jobs");

      jobs.one("SELECT sluice_enqueue('later', run_at => now() + interval '1 hour')");
      jobs.one("SELECT sluice_enqueue('silent', notify => false)");
      jobs.one("SELECT sluice_enqueue('mail', queue => 'q')");

      assertThat(one.heard()).isEqualTo("sluice_jobs q/mail");
    }
  }

  @Test
  void itLiesBesideItsTableAndTrustsNoSearchPath() {
    jobs.run("CREATE SCHEMA work");
    jobs.run(SqlScript.jobs().forTable(TableName.of("work.orders")));
    // What is found first by those who call it must not be what it uses.
    jobs.run(
        "CREATE SCHEMA trap; CREATE TABLE trap.orders (LIKE work.orders INCLUDING ALL);"
            + " CREATE TABLE trap.sluice_jobs (LIKE sluice_jobs INCLUDING ALL);"
            + " CREATE FUNCTION trap.now() RETURNS timestamptz LANGUAGE sql AS"
            + "   $$ SELECT '1999-01-01'::timestamptz $$");
    String path = "SET search_path = trap, pg_catalog; ";

    jobs.run(path + "SELECT work.orders_enqueue('mail')");
    jobs.run(path + "SELECT public.sluice_enqueue('mail', 'x')");

    assertThat(jobs.one("SELECT count(*) FROM work.orders WHERE run_at > '2020-01-01'"))
        .isEqualTo("1");
    assertThat(jobs.one("SELECT count(*) FROM sluice_jobs")).isEqualTo("1");
    assertThat(jobs.one("SELECT count(*) FROM trap.orders")).isEqualTo("0");
    assertThat(jobs.one("SELECT count(*) FROM trap.sluice_jobs")).isEqualTo("0");
  }

  @Test
  void itLiesWhereTheTableIsAlsoWhenThatIsNotWhereThingsAreMade() {
    JobsDatabase older = new JobsDatabase();
    PreviousRelease.makeTable(older);
    older.run(
        "CREATE SCHEMA fresh; SET search_path = fresh, public; "
            + SqlScript.jobs().since(1, TableName.of("sluice_jobs")));

    older.one("SELECT public.sluice_enqueue('mail')");

    assertThat(older.count("available")).isEqualTo(1);
  }

  @Test
  void theCallersRightsCount() {
    String role = "guest_" + jobs.one("SELECT pg_backend_pid()");
    jobs.run("CREATE ROLE " + role);
    String call = "SET ROLE " + role + "; SELECT sluice_enqueue('mail', unique_key => 'u')";

    assertThatThrownBy(() -> jobs.run(call))
        .rootCause()
        .hasMessageContaining("permission denied for table sluice_jobs");
    jobs.run("GRANT SELECT, INSERT ON sluice_jobs TO " + role);
    jobs.run(call);
    jobs.run(call);

    assertThat(jobs.count("available")).isEqualTo(1);
  }

  @Test
  void noKindIsRefused() {
    assertThatThrownBy(() -> jobs.one("SELECT sluice_enqueue(NULL)"))
        .rootCause()
        .hasMessageContaining("null value in column \"kind\"");
  }
}
