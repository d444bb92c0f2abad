package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a claim reads, by the server's own count of pages: times differ from run to run. */
class JobsClaimCostTest {
  private static final int MOST = 20;
  private static final int MANY = 60_000;
  private static final Pattern PAGES = Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?");

  /**
   * Larger indexes are deeper by a page or two; a job is written into several. To pass over jobs
   * costs far more.
   */
  private static final int DEEPER = 10 * MOST;

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private void many(String columns, String values) {
    jobs.run(
        "INSERT INTO sluice_jobs ("
            + columns
            + ") SELECT "
            + values
            + " FROM generate_series(1, "
            + MANY
            + ") n");
    jobs.run("VACUUM ANALYZE sluice_jobs");
  }

  /**
   * Pages that a claim touches; the claim is undone.
   *
   * @param from priority, time and id where it goes on, or nothing
   */
  private int pages(boolean oneKind, String from) throws SQLException {
    ClaimSql sql = new ClaimSql(TableName.of("sluice_jobs"), oneKind, JobOrder.NONE, MOST);
    String kind = oneKind ? ", 'default'" : "";
    try (Connection connection = jobs.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      // A plan that fits all parameters, as a prepared statement comes to have.
      statement.execute("SET plan_cache_mode = force_generic_plan");
      statement.execute(
          "PREPARE claim (text, bigint, text, bigint, text"
              + (from.isEmpty() ? "" : ", integer, timestamptz, bigint")
              + (oneKind ? ", text" : "")
              + ") AS "
              + (from.isEmpty() ? sql.claim() : sql.goOn()));
      // Outlives what is undone below.
      connection.commit();
      String claim = "EXECUTE claim ('default', 1000000, 'me', 30000, 'mark'" + from + kind + ")";
      try (ResultSet claimed = statement.executeQuery(claim)) {
        int rows = 0;
        while (claimed.next()) {
          rows++;
        }
        assertThat(rows).isEqualTo(MOST);
      }
      connection.rollback();
      return pages(statement, claim);
    }
  }

  /** Pages that a statement touches, which is executed. */
  private static int pages(Statement statement, String sql) throws SQLException {
    try (ResultSet plan = statement.executeQuery("EXPLAIN (ANALYZE, BUFFERS) " + sql)) {
      // The first line of figures is that of the whole statement.
      while (plan.next()) {
        Matcher pages = PAGES.matcher(plan.getString(1));
        if (pages.find()) {
          return Integer.parseInt(pages.group(1))
              + (pages.group(2) == null ? 0 : Integer.parseInt(pages.group(2)));
        }
      }
    }
    throw new AssertionError("a plan without pages");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void finishedJobsAndThoseOfLaterTimesAndOtherQueuesMakeNoClaimSlower(boolean oneKind)
      throws SQLException {
    jobs.enqueue(0, MOST);
    jobs.run("VACUUM ANALYZE sluice_jobs");
    int alone = pages(oneKind, "");
    many("state, finished_at", "'done', now() - n * interval '1 ms'");
    many("priority, run_at", "-5, now() + n * interval '1 s'");
    many("priority, run_at", "0, now() + n * interval '1 s'");
    many("queue, priority", "'other', -9");
    many("priority, run_at", "9, now()");

    assertThat(pages(oneKind, "")).isLessThanOrEqualTo(alone + DEEPER);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void askingWhetherAnythingIsLeftPassesOverNoJobsOfLaterTimes(boolean oneKind)
      throws SQLException {
    many("run_at", "now() + n * interval '1 s'");
    try (Connection connection = jobs.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET plan_cache_mode = force_generic_plan");
      statement.execute("SET enable_seqscan = off");
      statement.execute(
          "PREPARE busy (text"
              + (oneKind ? ", text) AS " : ") AS ")
              + new ClaimSql(TableName.of("sluice_jobs"), oneKind, JobOrder.NONE, MOST).busy());
      assertThat(pages(statement, "EXECUTE busy ('default'" + (oneKind ? ", 'default')" : ")")))
          .isLessThan(DEEPER);
    }
  }

  /** The statistics of the table do not know of the other kind yet. */
  @Test
  void jobsOfOtherKindsAreNotPassedOver() throws SQLException {
    jobs.enqueue(0, MOST);
    int alone = pages(true, "");
    jobs.run("ANALYZE sluice_jobs; ALTER TABLE sluice_jobs SET (autovacuum_enabled = false)");
    jobs.run(
        "INSERT INTO sluice_jobs (kind, run_at) SELECT 'other', now() - interval '1 h'"
            + " FROM generate_series(1, "
            + MANY
            + ")");

    assertThat(pages(true, "")).isLessThanOrEqualTo(alone + DEEPER);
  }

  /** Their entries stay in the index until a vacuum, which a large table seldom gets. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClaimThatGoesOnDoesNotReadWhatWasClaimedBefore(boolean oneKind) throws SQLException {
    jobs.run("ALTER TABLE sluice_jobs SET (autovacuum_enabled = false)");
    jobs.run(
        "INSERT INTO sluice_jobs (run_at) SELECT now() - interval '1 min' FROM generate_series(1, "
            + MANY
            + ")");
    jobs.run("VACUUM ANALYZE sluice_jobs");
    int claimed = MANY - 5 * MOST;
    jobs.run("UPDATE sluice_jobs SET state = 'claimed' WHERE id <= " + claimed);
    String last =
        jobs.one("SELECT format(', 0, %L, %s', run_at, id) FROM sluice_jobs WHERE id = " + claimed);
    int goingOn = pages(oneKind, last);
    int allOver = pages(oneKind, "");

    assertThat(allOver - goingOn).as("%d instead of %d pages", goingOn, allOver).isGreaterThan(200);
  }
}
