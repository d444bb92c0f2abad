package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a transaction of somebody else's does to a worker whose job it has locked. */
class JobsRowLockTest {
  private static final Duration SHORT = Duration.ofSeconds(2);

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private Connection holding(String sql) throws SQLException {
    Connection connection = jobs.connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
    return connection;
  }

  private void awaitRenewal(String of, String from, String byAtLeast) {
    await()
        .atMost(JobsEngine.PATIENCE)
        .until(
            () ->
                jobs.one(
                        "SELECT min(lease_until) > '"
                            + from
                            + "'::timestamptz + interval '"
                            + byAtLeast
                            + "' FROM sluice_jobs WHERE "
                            + of)
                    .equals("t"));
  }

  private String lease() {
    return jobs.one("SELECT max(lease_until) FROM sluice_jobs");
  }

  @Test
  void aRowThatIsReferredToIsRenewedAndSettled() throws Exception {
    jobs.enqueue(0, 5);
    try (Claimant one = new Claimant(jobs.url()).lease(SHORT).open()) {
      List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(5);
      try (Connection other = holding("SELECT FROM sluice_jobs WHERE id = 2 FOR KEY SHARE")) {
        awaitRenewal("true", lease(), "4 seconds");

        assertThat(one.settle(done(claimed)).settled()).containsExactly(done(claimed));
        other.rollback();
      }
      assertThat(one.engine().lost()).isEmpty();
    }
  }

  @Test
  void aRowThatSomebodyWritesKeepsNoOtherFromBeingRenewedAndIsRenewedWhenItIsFree()
      throws Exception {
    jobs.enqueue(0, 5);
    try (Claimant one = new Claimant(jobs.url()).lease(Duration.ofSeconds(15)).open()) {
      List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(5);
      String before = lease();
      try (Connection other = holding("UPDATE sluice_jobs SET priority = 7 WHERE id = 2")) {
        awaitRenewal("id <> 2", before, "1 second");
        other.commit();
      }
      awaitRenewal("id = 2", before, "1 second");

      assertThat(one.engine().lost()).isEmpty();
      assertThat(one.settle(done(claimed)).settled()).containsExactly(done(claimed));
    }
  }

  @Test
  void aRowThatIsLockedForAWholeLeaseEndsItsLaneAndNoOther() throws Exception {
    jobs.enqueue("kind", "'a'");
    jobs.enqueue("kind", "'b'");
    try (Claimant one = new Claimant(jobs.url()).kinds("a", "b").lease(SHORT).open()) {
      one.engine().awaitDeliveries(2);
      try (Connection other =
          holding("UPDATE sluice_jobs SET cancel_requested = true WHERE kind = 'a'")) {
        await().atMost(JobsEngine.PATIENCE).until(() -> !one.engine().lost().isEmpty());
        awaitRenewal("kind = 'b'", lease(), "3 seconds");
        other.rollback();
      }

      assertThat(one.engine().lost()).containsExactly(new LaneRef("jobs/default/a", 1));
    }
  }

  @Test
  void aRowThatIsLockedKeepsNoOtherFromBeingHandedBackByClosing() throws Exception {
    jobs.enqueue(0, 5);
    Claimant one = new Claimant(jobs.url()).open();
    one.engine().awaitDeliveries(5);
    try (Connection other = holding("UPDATE sluice_jobs SET priority = 7 WHERE id = 2")) {
      Thread closing = new Thread(one::close);
      closing.start();

      await().atMost(JobsEngine.PATIENCE).until(() -> jobs.count("available") == 4);

      other.commit();
      closing.join();
    }
    assertThat(jobs.count("available")).isEqualTo(5);
  }
}
