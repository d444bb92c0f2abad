package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobsPruningTest {
  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private void ended(String state, String age, int count) {
    jobs.run(
        "INSERT INTO sluice_jobs (payload, state, finished_at) SELECT '"
            + state
            + " "
            + age
            + "', '"
            + state
            + "', now() - interval '"
            + age
            + "' FROM generate_series(1, "
            + count
            + ")");
  }

  @Test
  void jobsGoByHowTheyEndedAndForHowLong() throws Exception {
    ended("done", "61 min", 1);
    ended("done", "59 min", 1);
    ended("cancelled", "25 h", 1);
    ended("cancelled", "23 h", 1);
    ended("dead", "8760 h", 1);
    jobs.enqueue("payload, created_at", "'waiting', now() - interval '8760 h'");
    try (JobsTableRig rig = new JobsTableRig(jobs)) {
      assertThat(result(rig.pruning().round())).isEqualTo(2);
      assertThat(result(rig.pruning().round())).isZero();
    }

    assertThat(jobs.column("SELECT convert_from(payload, 'UTF8') FROM sluice_jobs ORDER BY id"))
        .containsExactly("done 59 min", "cancelled 23 h", "dead 8760 h", "waiting");
  }

  @Test
  void deadJobsGoWhenThePipelineSaysSo() throws Exception {
    ended("dead", "25 h", 1);
    ended("dead", "23 h", 1);
    try (JobsTableRig rig = new JobsTableRig(jobs, Optional.of(Duration.ofHours(24)))) {
      assertThat(result(rig.pruning().round())).isEqualTo(1);
    }

    assertThat(jobs.count("dead")).isEqualTo(1);
  }

  @Test
  void aRoundIsBounded() throws Exception {
    int most = Pruning.BATCH * Pruning.BATCHES;
    ended("done", "2 h", most + 10);
    try (JobsTableRig rig = new JobsTableRig(jobs)) {
      assertThat(result(rig.pruning().round())).isEqualTo(most);
      assertThat(result(rig.pruning().round())).isEqualTo(10);
    }
  }

  @Test
  void rowsThatOthersHoldAreLeftToAnotherRound() throws Exception {
    ended("done", "2 h", 3);
    try (JobsTableRig rig = new JobsTableRig(jobs);
        Connection other = jobs.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("SELECT FROM sluice_jobs WHERE id = 2 FOR UPDATE");

      assertThat(result(rig.pruning().round())).isEqualTo(2);
      other.rollback();
      assertThat(result(rig.pruning().round())).isEqualTo(1);
    }
  }

  @Test
  void claimsOfTheDeadAreTakenBackWhileOldJobsCannotBeRemoved() throws Exception {
    ended("dead", "2 h", 1);
    jobs.run(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql"
            + " AS 'BEGIN RAISE EXCEPTION ''kept for the auditors''; END';"
            + " CREATE TRIGGER refuse BEFORE DELETE ON sluice_jobs"
            + " FOR EACH ROW EXECUTE FUNCTION refuse()");
    jobs.run(
        "INSERT INTO sluice_jobs (state, attempts, token, claimed_by, lease_until) VALUES"
            + " ('claimed', 1, nextval('sluice_jobs_claims'), 'gone@1', now() - interval '1 s')");
    Claimant one =
        new Claimant(jobs.url()).lease(Duration.ofSeconds(1)).keepDead(Duration.ofHours(1));
    try (Claimant open = one.open()) {
      assertThat(open.engine().awaitDeliveries(1)).hasSize(1);
      assertThat(jobs.count("dead")).isEqualTo(1);
    }
  }

  @Test
  void aSourcePrunesByItself() throws Exception {
    ended("dead", "2 h", 5);
    jobs.enqueue(0, 1);
    Claimant one =
        new Claimant(jobs.url()).lease(Duration.ofSeconds(1)).keepDead(Duration.ofHours(1));
    try (Claimant open = one.open()) {
      assertThat(open).isSameAs(one);
      await().atMost(JobsEngine.PATIENCE).until(() -> jobs.count("dead") == 0);
      assertThat(one.source().alive()).isTrue();
    }
  }
}
