package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.back;
import static dev.sluice.postgres.Claimant.done;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobsSettleTest {
  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Jobs {@code 0..count-1} in the hands of a source that claims nothing more. */
  private List<JobsEngine.Delivery> claimedBy(Claimant claimant, int count) throws Exception {
    jobs.enqueue(0, count);
    claimant.open();
    List<JobsEngine.Delivery> claimed = claimant.engine().awaitDeliveries(count);
    claimant.source().pause(claimant.engine().lane());
    return claimed;
  }

  @Test
  void whatIsDoneIsDoneForEverybody() throws Exception {
    try (Claimant one = new Claimant(jobs.url());
        Claimant two = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 100);

      SettleResult result = one.settle(done(claimed));

      assertThat(result.settled()).hasSize(1);
      assertThat(result.stale()).isEmpty();
      assertThat(result.failed()).isEmpty();
      assertThat(jobs.count("done")).isEqualTo(100);
      one.leave();
      two.open();
      jobs.enqueue(100, 101);
      two.engine().awaitDeliveries(1);
      assertThat(two.engine().values()).containsExactly("100");
    }
  }

  @Test
  void everyJobIsCompletedExactlyOnceByTwoSources() throws Exception {
    jobs.run(
        "CREATE TABLE completions (id bigint);"
            + " CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN INSERT INTO completions VALUES (NEW.id); RETURN NULL; END';"
            + " CREATE TRIGGER noted AFTER UPDATE ON sluice_jobs FOR EACH ROW"
            + " WHEN (NEW.state = 'done') EXECUTE FUNCTION note()");
    jobs.enqueue(0, 1000);
    try (Claimant one = new Claimant(jobs.url()).chunkRecords(10).open();
        Claimant two = new Claimant(jobs.url()).chunkRecords(10).open()) {
      int settledOfOne = 0;
      int settledOfTwo = 0;
      while (settledOfOne + settledOfTwo < 1000) {
        settledOfOne += settleNew(one, settledOfOne);
        settledOfTwo += settleNew(two, settledOfTwo);
      }

      assertThat(jobs.one("SELECT count(*) || ' ' || count(DISTINCT id) FROM completions"))
          .isEqualTo("1000 1000");
    }
  }

  private static int settleNew(Claimant claimant, int settled) throws Exception {
    List<JobsEngine.Delivery> all = claimant.engine().deliveries();
    List<JobsEngine.Delivery> fresh = all.subList(settled, all.size());
    if (!fresh.isEmpty()) {
      assertThat(claimant.settle(done(fresh)).stale()).isEmpty();
    }
    return fresh.size();
  }

  @Test
  void whatIsHandedBackIsAvailableAtOnceWithItsAttempt() throws Exception {
    try (Claimant one = new Claimant(jobs.url());
        Claimant two = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 10);

      SettleResult result = one.settle(back(claimed));

      assertThat(result.settled()).hasSize(1);
      assertThat(jobs.count("available")).isEqualTo(10);
      two.open();
      assertThat(two.engine().awaitDeliveries(10))
          .extracting(job -> job.header("sluice-job-attempt").orElseThrow())
          .containsOnly("1");
    }
  }

  @Test
  void oneCallTakesStretchesOfBothKinds() throws Exception {
    try (Claimant one = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 50);

      SettleResult result =
          one.settle(
              done(claimed.subList(0, 10)),
              back(claimed.subList(10, 20)),
              done(claimed.subList(30, 35)),
              back(claimed.subList(35, 36)));

      assertThat(result.settled()).hasSize(4);
      assertThat(jobs.count("done")).isEqualTo(15);
      assertThat(jobs.count("available")).isEqualTo(11);
      assertThat(jobs.count("claimed")).isEqualTo(24);
      assertThat(
              jobs.column(
                  "SELECT convert_from(payload, 'UTF8') FROM sluice_jobs"
                      + " WHERE state = 'done' ORDER BY id"))
          .containsExactly(
              "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "30", "31", "32", "33", "34");
    }
  }

  @Test
  void aSettlementIsSplitIntoWhatHeldAndWhatIsStale() throws Exception {
    try (Claimant one = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 5);
      long from = claimed.get(0).position();
      // Somebody else has the third and fourth by now.
      jobs.run(
          "UPDATE sluice_jobs SET token = nextval('sluice_jobs_claims') WHERE token IN ("
              + claimed.get(2).position()
              + ", "
              + claimed.get(3).position()
              + ")");

      SettleResult result = one.settle(done(claimed));

      LaneRef lane = claimed.get(0).lane();
      assertThat(result.settled())
          .containsExactly(
              new Settlement.Done(lane, from, claimed.get(2).position(), 2),
              new Settlement.Done(lane, claimed.get(4).position(), from + 5, 1));
      assertThat(result.stale())
          .containsExactly(
              new Settlement.Done(lane, claimed.get(2).position(), claimed.get(4).position(), 2));
      assertThat(jobs.count("done")).isEqualTo(3);
      assertThat(jobs.count("claimed")).isEqualTo(2);
    }
  }

  @Test
  void anotherGenerationIsStaleAndNothingIsSent() throws Exception {
    try (Claimant one = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 5);
      LaneRef old = new LaneRef("jobs/default", 0);
      Settlement stale =
          new Settlement.Done(old, claimed.get(0).position(), claimed.get(4).position() + 1, 5);

      SettleResult result = one.settle(stale, done(claimed.get(0)));

      assertThat(result.stale()).containsExactly(stale);
      assertThat(result.settled()).containsExactly(done(claimed.get(0)));
      assertThat(jobs.count("done")).isEqualTo(1);
    }
  }

  @Test
  void aSettleWhoseAnswerGotLostMayBeRepeated() throws Exception {
    jobs.enqueue(0, 2);
    try (JobsTableRig rig = new JobsTableRig(jobs)) {
      List<ClaimedJob> claimed = result(rig.claim(10, 1000, "me"));
      Claim first = new Claim(claimed.get(0).id(), claimed.get(0).token());
      Claim second = new Claim(claimed.get(1).id(), claimed.get(1).token());
      List<Act> acts =
          List.of(new Act(first, Act.Kind.DONE, null), new Act(second, Act.Kind.BACK, null));
      result(rig.table().settle(acts));
      String finished = jobs.one("SELECT max(finished_at) FROM sluice_jobs");

      assertThat(result(rig.table().settle(acts))).isEqualTo(Set.of(first.token(), second.token()));

      assertThat(jobs.column("SELECT attempts FROM sluice_jobs ORDER BY id"))
          .containsExactly("1", "0");
      assertThat(jobs.one("SELECT max(finished_at) FROM sluice_jobs")).isEqualTo(finished);
    }
  }

  @Test
  void aZombieCanNeitherEndNorHandBackNorRenewWhatSomebodyElseHasClaimed() throws Exception {
    jobs.enqueue(0, 1);
    try (JobsTableRig rig = new JobsTableRig(jobs)) {
      JobsTable table = rig.table();
      Claim zombie = claim(rig, "zombie");
      jobs.expireLeases();
      assertThat(result(table.reclaim())).isEqualTo(new Reclaimed(1, 0, 0));
      assertThat(result(table.settle(List.of(new Act(zombie, Act.Kind.DONE, null)))))
          .as("reclaimed, nobody has it yet")
          .isEmpty();
      Claim heir = claim(rig, "heir");

      for (Act.Kind kind : Act.Kind.values()) {
        assertThat(result(table.settle(List.of(new Act(zombie, kind, bytes("junk")))))).isEmpty();
      }
      assertThat(result(table.renew(List.of(zombie), null)).ours()).isEmpty();

      assertThat(jobs.one("SELECT state || attempts || claimed_by FROM sluice_jobs"))
          .isEqualTo("claimed2heir");
      assertThat(result(table.settle(List.of(new Act(heir, Act.Kind.DONE, null)))))
          .containsExactly(heir.token());
      assertThat(result(table.settle(List.of(new Act(zombie, Act.Kind.DONE, null))))).isEmpty();
    }
  }

  private static Claim claim(JobsTableRig rig, String claimant) throws Exception {
    ClaimedJob job = result(rig.claim(1, 1000, claimant)).get(0);
    return new Claim(job.id(), job.token());
  }

  @Test
  void aSettleThatTheDatabaseDoesNotAnswerFailsInItsTime() throws Exception {
    try (Claimant one = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 5);
      try (TableLock lock = new TableLock(jobs)) {
        Future<SettleResult> answer =
            one.source().settle(List.of(done(claimed)), Duration.ofMillis(500));

        assertThat(result(answer)).isEqualTo(SettleResult.failed(List.of(done(claimed))));
        lock.release();
      }
      // The same work is offered again and settles, whatever became of the first call.
      assertThat(one.settle(done(claimed)).settled()).containsExactly(done(claimed));
      assertThat(jobs.count("done")).isEqualTo(5);
    }
  }
}
