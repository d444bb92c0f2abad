package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the table keeps of failed, dead and cancelled jobs. */
class JobsFailureTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final JobsDatabase jobs = new JobsDatabase().withTable();
  private final JobsTableRig rig = new JobsTableRig(jobs);

  @AfterEach
  void close() {
    rig.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private ClaimedJob claim() throws Exception {
    return result(rig.claim(1, 1000, "me")).get(0);
  }

  private static Act act(ClaimedJob job, Act.Kind kind) {
    boolean failed = kind == Act.Kind.AGAIN || kind == Act.Kind.DEAD;
    return new Act(
        new Claim(job.id(), job.token()), kind, null, Duration.ZERO, failed ? "it failed" : null);
  }

  private Set<Long> settle(Act act) throws Exception {
    return result(rig.table().settle(List.of(act)));
  }

  private void requestCancel() {
    jobs.run("UPDATE sluice_jobs SET cancel_requested = true WHERE state = 'claimed'");
  }

  private String row(String columns) {
    return jobs.one("SELECT concat_ws(' ', " + columns + ") FROM sluice_jobs");
  }

  @Test
  void aFailedJobComesAgainWhenItsPauseIsOverAndNotBefore() throws Exception {
    jobs.enqueue(0, 1);
    ClaimedJob first = claim();
    Claim claim = new Claim(first.id(), first.token());
    Act again = new Act(claim, Act.Kind.AGAIN, bytes("page 7"), HOUR, "E: first");

    assertThat(settle(again)).containsExactly(first.token());

    assertThat(row("state, attempts, claimed_by, last_error")).isEqualTo("available 1 E: first");
    assertThat(
            row(
                "run_at BETWEEN now() + interval '59 min' AND now() + interval '61 min',"
                    + " failed_at > now() - interval '1 min', finished_at"))
        .isEqualTo("t t");
    assertThat(result(rig.claim(1, 1000, "other"))).isEmpty();

    jobs.run("UPDATE sluice_jobs SET run_at = now()");
    ClaimedJob second = result(rig.claim(1, 1000, "other")).get(0);
    assertThat(second.attempt().number()).isEqualTo(2);
    assertThat(second.resumeState()).isEqualTo(bytes("page 7"));
    assertThat(first.suspect()).isFalse();
    assertThat(second.suspect()).as("tried by itself from now on").isTrue();
  }

  @Test
  void aDeadJobKeepsWhatItWas() throws Exception {
    jobs.enqueue("payload, key", "'work', 'k'");
    ClaimedJob job = claim();
    Claim claim = new Claim(job.id(), job.token());

    settle(new Act(claim, Act.Kind.DEAD, bytes("page 7"), Duration.ZERO, "E: a\0b"));

    assertThat(row("state, attempts, last_error, convert_from(resume_state, 'UTF8')"))
        .isEqualTo("dead 1 E: a\uFFFDb page 7");
    assertThat(row("convert_from(payload, 'UTF8'), key, failed_at = finished_at"))
        .startsWith("work k ");
    assertThat(result(rig.claim(1, 1000, "other"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whatWasSaidBeforeChangesNothingTheSecondTime(Act.Kind kind) throws Exception {
    jobs.enqueue(0, 1);
    ClaimedJob job = claim();
    settle(act(job, kind));
    String columns = "state, attempts, run_at, failed_at, finished_at, last_error";
    String before = row(columns);

    assertThat(settle(act(job, kind))).containsExactly(job.token());

    assertThat(row(columns)).isEqualTo(before);
  }

  @Test
  void aJobWhoseWorkerIsGoneEachTimeIsDeadAfterItsAttempts() throws Exception {
    jobs.enqueue("payload", "'killer'");
    for (int attempt = 1; attempt < JobsTableRig.ATTEMPTS; attempt++) {
      assertThat(claim().attempt().number()).isEqualTo(attempt);
      jobs.expireLeases();
      assertThat(result(rig.table().reclaim())).isEqualTo(new Reclaimed(1, 0, 0));
      // From the second time on at some moment within a lease.
      assertThat(row("run_at < now() + interval '30 s', run_at > now() - interval '1 min'"))
          .isEqualTo("t t");
      jobs.run("UPDATE sluice_jobs SET run_at = now()");
    }
    ClaimedJob last = claim();
    jobs.expireLeases();

    assertThat(result(rig.table().reclaim())).isEqualTo(new Reclaimed(0, 1, 0));

    assertThat(row("state, attempts, last_error, convert_from(payload, 'UTF8')"))
        .isEqualTo("dead 5 its worker was gone 5 times killer");
    assertThat(settle(act(last, Act.Kind.DONE))).as("its worker comes back").isEmpty();
  }

  @Test
  void theFirstTimeAJobComesBackAtOnce() throws Exception {
    jobs.enqueue(0, 1);
    claim();
    String due = row("run_at");
    jobs.expireLeases();
    result(rig.table().reclaim());

    assertThat(row("run_at")).isEqualTo(due);
    assertThat(claim().suspect()).as("workers are stopped all the time").isFalse();
  }

  @Test
  void theJobsOwnFigureComesBeforeThePipelines() throws Exception {
    jobs.enqueue("payload, max_attempts, last_error", "'1', 1, 'E: before'");
    ClaimedJob job = claim();
    assertThat(job.attempt().most()).hasValue(1);
    jobs.expireLeases();

    assertThat(result(rig.table().reclaim())).isEqualTo(new Reclaimed(0, 1, 0));

    assertThat(row("state, last_error"))
        .isEqualTo("dead its worker was gone at attempt 1; before that: E: before");
  }

  @Test
  void aJobThatIsToBeCancelledIsWhenItWouldComeAgain() throws Exception {
    for (Act.Kind kind : List.of(Act.Kind.BACK, Act.Kind.AGAIN)) {
      jobs.run("DELETE FROM sluice_jobs");
      jobs.enqueue(0, 1);
      ClaimedJob job = claim();
      requestCancel();

      assertThat(settle(act(job, kind))).containsExactly(job.token());

      assertThat(row("state, attempts, cancel_requested, finished_at IS NOT NULL"))
          .isEqualTo("cancelled " + (kind == Act.Kind.BACK ? 0 : 1) + " f t");
      assertThat(settle(act(job, kind))).as("again").containsExactly(job.token());
    }
  }

  @Test
  void whatHasEndedBeforeTheRequestWasHeardStaysAsItEnded() throws Exception {
    for (Act.Kind kind : List.of(Act.Kind.DONE, Act.Kind.DEAD)) {
      jobs.run("DELETE FROM sluice_jobs");
      jobs.enqueue(0, 1);
      ClaimedJob job = claim();
      requestCancel();
      settle(act(job, kind));

      assertThat(row("state, cancel_requested")).isEqualTo(kind.sql() + " f");
    }
  }

  @Test
  void aJobThatIsToBeCancelledIsWhenItsWorkerIsGone() throws Exception {
    jobs.enqueue(0, 2);
    result(rig.claim(1, 1000, "gone"));
    result(rig.claim(1, 1000, "leaving"));
    requestCancel();
    jobs.run("UPDATE sluice_jobs SET lease_until = now() - interval '1 s' WHERE id = 1");

    assertThat(result(rig.table().reclaim())).isEqualTo(new Reclaimed(0, 0, 1));
    assertThat(result(rig.table().release("leaving", Set.of()))).isEqualTo(1);

    assertThat(jobs.count("cancelled")).isEqualTo(2);
  }

  @Test
  void aRenewalHearsOfTheRequestUntilTheJobHasEnded() throws Exception {
    jobs.enqueue(0, 2);
    List<ClaimedJob> both = result(rig.claim(2, 1000, "me"));
    List<Claim> claims = both.stream().map(job -> new Claim(job.id(), job.token())).toList();
    assertThat(result(rig.table().renew(claims, null)).unwanted()).isEmpty();
    jobs.run("UPDATE sluice_jobs SET cancel_requested = true WHERE id = 1");

    for (int i = 0; i < 2; i++) {
      Renewed renewed = result(rig.table().renew(claims, null));
      assertThat(renewed.unwanted()).containsExactly(both.get(0).token());
      assertThat(renewed.ours()).hasSize(2);
      settle(act(both.get(0), Act.Kind.KEEP));
    }
    settle(act(both.get(0), Act.Kind.BACK));
    assertThat(result(rig.table().renew(claims, null)).unwanted()).isEmpty();
  }

  @Test
  void theSourceHandsTheRequestOnToTheEngine() throws Exception {
    jobs.enqueue(0, 3);
    try (Claimant one = new Claimant(jobs.url()).lease(Duration.ofSeconds(6)).open()) {
      List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(3);
      jobs.run("UPDATE sluice_jobs SET cancel_requested = true WHERE id = 2");

      await()
          .atMost(JobsEngine.PATIENCE)
          .until(() -> one.engine().withdrawn().equals(Set.of(claimed.get(1).position())));
    }
    assertThat(jobs.column("SELECT state FROM sluice_jobs ORDER BY id"))
        .containsExactly("available", "cancelled", "available");
  }
}
