package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.back;
import static dev.sluice.postgres.Claimant.done;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.SettleResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class JobsLeaseTest {
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final String LEASE = "SELECT min(lease_until) FROM sluice_jobs";

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  @Test
  void leasesAreRenewedWhileHandlersBlockTheirEventLoop() throws Exception {
    jobs.enqueue(0, 5);
    CountDownLatch release = new CountDownLatch(1);
    try (Claimant one = new Claimant(jobs.url()).lease(SHORT).open();
        Claimant two = new Claimant(jobs.url()).lease(SHORT).open()) {
      int ours = await().atMost(JobsEngine.PATIENCE).until(() -> deliveries(one, two), n -> n == 5);
      assertThat(ours).isEqualTo(5);
      String before = jobs.one(LEASE);
      one.vertx().runOnContext(v -> awaitQuietly(release));
      two.vertx().runOnContext(v -> awaitQuietly(release));
      try {
        // Twice the lease has passed when the one that was renewed last has ended in between.
        await()
            .atMost(JobsEngine.PATIENCE)
            .until(
                () ->
                    jobs.one(
                            "SELECT min(lease_until) > '"
                                + before
                                + "'::timestamptz + interval '4 seconds' FROM sluice_jobs")
                        .equals("t"));
      } finally {
        release.countDown();
      }

      assertThat(deliveries(one, two)).isEqualTo(5);
      assertThat(one.engine().lost()).isEmpty();
      assertThat(two.engine().lost()).isEmpty();
    }
  }

  private static int deliveries(Claimant one, Claimant two) {
    return one.engine().deliveries().size() + two.engine().deliveries().size();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void leasesAreRenewedAfterTheIntakeHasStopped() throws Exception {
    jobs.enqueue(0, 5);
    try (Claimant one = new Claimant(jobs.url()).lease(SHORT).open()) {
      one.engine().awaitDeliveries(5);
      result(one.source().stopIntake());
      String before = jobs.one(LEASE);

      await()
          .atMost(JobsEngine.PATIENCE)
          .until(
              () ->
                  jobs.one("SELECT min(lease_until) > '" + before + "' FROM sluice_jobs")
                      .equals("t"));
    }
  }

  @Test
  void theJobsOfAKilledWorkerComeAgainWhenTheirLeasesHaveRunOut() throws Exception {
    jobs.enqueue(0, 20);
    try (ClaimantProcess killed = new ClaimantProcess(jobs.url(), 20);
        Claimant heir = new Claimant(jobs.url()).lease(SHORT).open()) {
      killed.kill();
      assertThat(jobs.count("claimed")).isEqualTo(20);
      jobs.expireLeases();

      List<JobsEngine.Delivery> again = heir.engine().awaitDeliveries(20);

      assertThat(again)
          .extracting(job -> job.header("sluice-job-attempt").orElseThrow())
          .as("the killed worker's attempt stays counted")
          .containsOnly("2");
      assertThat(heir.settle(done(again)).settled()).hasSize(1);
    }
  }

  @Test
  void aProcessThatWasPausedLosesItsLaneAndItsWorkIsStale() throws Exception {
    try (Claimant zombie = new Claimant(jobs.url()).lease(SHORT).open();
        Claimant heir = new Claimant(jobs.url()).lease(SHORT)) {
      zombie.engine().freeze();
      jobs.enqueue(0, 10);
      List<JobsEngine.Delivery> before = zombie.engine().awaitDeliveries(10);
      await().atMost(JobsEngine.PATIENCE).until(zombie.engine()::standsStill);
      heir.open();
      List<JobsEngine.Delivery> inherited = heir.engine().awaitDeliveries(10);

      zombie.engine().thaw();

      LaneRef next = zombie.engine().awaitGeneration(2);
      assertThat(zombie.engine().lost()).containsExactly(new LaneRef("jobs/default", 1));
      assertThat(next).isEqualTo(new LaneRef("jobs/default", 2));
      assertThat(zombie.settle(done(before)).stale()).containsExactly(done(before));
      assertThat(zombie.settle(back(before)).stale()).containsExactly(back(before));
      assertThat(heir.settle(done(inherited)).settled()).containsExactly(done(inherited));
      assertThat(jobs.count("done")).isEqualTo(10);
    }
  }

  @Test
  void aLeaseThatSomebodyHasTakenEndsTheGeneration() throws Exception {
    jobs.enqueue(0, 10);
    try (Claimant one = new Claimant(jobs.url()).lease(SHORT).open()) {
      List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(10);
      jobs.run("UPDATE sluice_jobs SET token = nextval('sluice_jobs_claims') WHERE id = 4");

      one.engine().awaitGeneration(2);

      assertThat(one.engine().lost()).containsExactly(claimed.get(0).lane());
      jobs.enqueue(10, 11);
      JobsEngine.Delivery fresh = one.engine().awaitDeliveries(11).get(10);
      assertThat(fresh.lane()).isEqualTo(new LaneRef("jobs/default", 2));
      assertThat(fresh.position()).isGreaterThan(claimed.get(9).position());
      assertThat(one.settle(done(claimed.get(0)), done(fresh)))
          .isEqualTo(
              new SettleResult(List.of(done(fresh)), List.of(done(claimed.get(0))), List.of()));
    }
  }

  @Test
  void theRestOfALostGenerationIsLeftToItsLeasesAndHandedBackByClosing() throws Exception {
    jobs.enqueue(0, 10);
    try (Claimant one = new Claimant(jobs.url()).lease(Duration.ofSeconds(9)).open()) {
      one.engine().awaitDeliveries(10);
      jobs.run("UPDATE sluice_jobs SET token = nextval('sluice_jobs_claims') WHERE id = 4");
      one.engine().awaitGeneration(2);

      assertThat(jobs.count("claimed"))
          .as("they may still be worked on, so nobody gets them yet")
          .isEqualTo(10);
      one.leave();

      assertThat(jobs.count("available")).isEqualTo(10);
    }
  }

  @Test
  void brokenConnectionsLoseNothingWhileTheLeasesHold() throws Exception {
    jobs.enqueue(0, 10);
    try (Claimant one = new Claimant(jobs.url()).open()) {
      List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(10);

      jobs.breakConnections();
      SettleResult result = one.settle(done(claimed));

      assertThat(result.settled()).containsExactly(done(claimed));
      jobs.enqueue(10, 20);
      one.engine().awaitDeliveries(20);
      assertThat(one.engine().opened()).containsExactly(new LaneRef("jobs/default", 1));
      assertThat(one.engine().values()).doesNotHaveDuplicates();
      assertThat(one.source().alive()).isTrue();
    }
  }

  @Test
  void jobsWhoseClaimWasNeverHeardOfAreHandedBackOnceTheDatabaseAnswersAgain() throws Exception {
    jobs.enqueue(100, 101);
    try (Claimant one = new Claimant(jobs.url()).open()) {
      JobsEngine.Delivery first = one.engine().awaitDeliveries(1).get(0);
      String claimant = jobs.one("SELECT claimed_by FROM sluice_jobs");
      one.settle(done(first));
      try (TableLock lock = new TableLock(jobs)) {
        lock.run(
            "INSERT INTO sluice_jobs (state, attempts, token, claimed_by, lease_until)"
                + " SELECT 'claimed', 1, nextval('sluice_jobs_claims'), '"
                + claimant
                + "', now() + interval '1 hour' FROM generate_series(1, 5)");
        lock.breakThoseWhoWait("WITH RECURSIVE level%");
        lock.release();
      }

      assertThat(one.engine().awaitDeliveries(6))
          .extracting(job -> job.header("sluice-job-attempt").orElseThrow())
          .containsOnly("1");
    }
  }

  @Test
  void theServerEndsWhatNobodyWaitsForAnyMore() throws Exception {
    String waiting =
        "SELECT pid || ' ' || query_start FROM pg_stat_activity"
            + " WHERE datname = current_database() AND wait_event_type = 'Lock'";
    try (Claimant one = new Claimant(jobs.url()).lease(SHORT).open();
        TableLock lock = new TableLock(jobs)) {
      jobs.awaitLockWaiter("WITH RECURSIVE level%");
      List<String> first = jobs.column(waiting);

      await()
          .atMost(JobsEngine.PATIENCE)
          .until(() -> jobs.column(waiting).stream().noneMatch(first::contains));

      lock.run("INSERT INTO sluice_jobs (payload) VALUES ('late')");
      lock.release();
      assertThat(one.engine().awaitDeliveries(1).get(0).header("sluice-job-attempt")).contains("1");
    }
  }

  @Test
  void anOutageLongerThanTheLeaseEndsTheGenerationAndWorkGoesOnAfterIt() throws Exception {
    try (PostgresServer server = EmbeddedPostgres.temporary(PostgresOptions.forTests())) {
      server.start();
      JobsDatabase own = new JobsDatabase(server).withTable();
      own.enqueue(0, 5);
      try (Claimant one = new Claimant(own.url()).lease(SHORT).open()) {
        List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(5);
        server.stop();

        one.engine().awaitGeneration(2);
        assertThat(one.source().alive()).isTrue();
        server.start();

        List<JobsEngine.Delivery> all = one.engine().awaitDeliveries(10);
        assertThat(all.subList(5, 10))
            .extracting(JobsEngine.Delivery::lane)
            .containsOnly(one.engine().lane());
        assertThat(one.settle(done(claimed)).stale()).containsExactly(done(claimed));
        assertThat(one.settle(done(all.subList(5, 10))).settled()).hasSize(1);
      }
    }
  }

  @Test
  void closingIsBoundedWhenTheDatabaseIsGone() throws Exception {
    try (PostgresServer server = EmbeddedPostgres.temporary(PostgresOptions.forTests())) {
      server.start();
      JobsDatabase own = new JobsDatabase(server).withTable();
      own.enqueue(0, 5);
      Claimant one = new Claimant(own.url()).open();
      one.engine().awaitDeliveries(5);
      server.kill();
      long since = System.nanoTime();

      Throwable failure = Waiting.failure(one.source().close(Duration.ofSeconds(2)));

      assertThat(failure).isNotNull();
      assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(4));
      result(one.vertx().close());
    }
  }

  @Test
  void isNotAliveWhenTheThreadThatRenewsStandsStill() throws Exception {
    StandingClock clock = new StandingClock();
    try (Claimant one = new Claimant(jobs.url()).clock(clock).open()) {
      assertThat(one.source().alive()).isTrue();

      clock.standStill();
      assertThat(one.source().alive()).isFalse();

      clock.release();
      assertThat(one.source().alive()).isTrue();
    } finally {
      clock.release();
    }
  }
}
