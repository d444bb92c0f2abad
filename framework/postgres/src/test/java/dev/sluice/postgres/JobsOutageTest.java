package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.spi.Source;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The database is away for longer than a lease: nothing is lost, no attempt burnt, nobody taken for
 * dead, and work goes on by itself. For minutes with {@code -Dsluice.outage.seconds=120}.
 */
class JobsOutageTest {
  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("sluice.outage.seconds", 6));
  private static final int JOBS = 40;

  private interface Step {
    void run() throws Exception;
  }

  private static Claimant claimant(String url) throws Exception {
    return new Claimant(url).lease(LEASE).chunkRecords(10);
  }

  private static void lasts(Claimant... all) {
    long since = System.nanoTime();
    await()
        .atMost(OUTAGE.plus(JobsEngine.PATIENCE))
        .until(
            () ->
                System.nanoTime() - since >= OUTAGE.toNanos()
                    && Stream.of(all).allMatch(each -> each.engine().lane().generation() > 1));
    assertThat(all).extracting(Claimant::source).allMatch(Source::alive);
  }

  private static void goesOn(JobsDatabase jobs, Claimant one, Claimant two) {
    await()
        .atMost(JobsEngine.PATIENCE)
        .until(() -> ofNow(one).size() + ofNow(two).size(), now -> now == JOBS);
    assertThat(Stream.concat(ofNow(one).stream(), ofNow(two).stream()))
        .as("each comes again, as the try it was")
        .allSatisfy(job -> assertThat(job.header("sluice-job-attempt")).contains("1"));
    assertThat(jobs.column("SELECT DISTINCT state || attempts FROM sluice_jobs"))
        .containsExactly("claimed1");
    assertThat(one.engine().takenOver()).isEmpty();
    assertThat(two.engine().takenOver()).isEmpty();
  }

  private static List<JobsEngine.Delivery> ofNow(Claimant one) {
    return one.engine().deliveries().stream().filter(job -> job.lane().generation() > 1).toList();
  }

  private static void during(JobsDatabase jobs, Claimant one, Claimant two, Step away, Step back)
      throws Exception {
    await()
        .atMost(JobsEngine.PATIENCE)
        .until(() -> one.engine().deliveries().size() + two.engine().deliveries().size() == JOBS);
    for (Claimant each : List.of(one, two)) {
      Waiting.result(each.source().mark(JobsMarkTest.mark("pod", each.hashCode()), Claimant.LONG));
    }
    away.run();
    // Whoever has no job loses no lane; both must have something to lose.
    Claimant[] holders =
        Stream.of(one, two)
            .filter(each -> !each.engine().deliveries().isEmpty())
            .toArray(Claimant[]::new);
    lasts(holders);
    back.run();
    await().atMost(JobsEngine.PATIENCE).until(() -> jobs.one("SELECT 1").equals("1"));
  }

  @Test
  void theServerStopsAndComesBack() throws Exception {
    try (PostgresServer server = EmbeddedPostgres.temporary(PostgresOptions.forTests())) {
      server.start();
      JobsDatabase jobs = new JobsDatabase(server).withTable();
      jobs.enqueue(0, JOBS / 2);
      try (Claimant one = claimant(jobs.url()).open();
          Claimant two = claimant(jobs.url())) {
        one.engine().awaitDeliveries(JOBS / 2);
        one.source().pause(one.engine().lane());
        Waiting.result(one.source().idleness(Set.of()));
        two.open();
        jobs.enqueue(JOBS / 2, JOBS);
        two.engine().awaitDeliveries(JOBS / 2);

        during(jobs, one, two, server::stop, server::start);

        goesOn(jobs, one, two);
        for (Claimant each : List.of(one, two)) {
          if (!ofNow(each).isEmpty()) {
            assertThat(each.settle(done(ofNow(each))).stale()).isEmpty();
          }
        }
        assertThat(jobs.count("done")).isEqualTo(JOBS);
      }
    }
  }

  @Test
  void theNetworkIsCutAndTheServerRunsOn() throws Exception {
    PostgresServer server = EmbeddedPostgres.shared();
    JobsDatabase jobs = new JobsDatabase(server).withTable();
    jobs.enqueue(0, JOBS / 2);
    try (Wire wire = new Wire(server.port())) {
      String url = jobs.url().replace(":" + server.port() + "/", ":" + wire.port() + "/");
      try (Claimant one = claimant(url).open();
          Claimant two = claimant(url)) {
        one.engine().awaitDeliveries(JOBS / 2);
        one.source().pause(one.engine().lane());
        Waiting.result(one.source().idleness(Set.of()));
        two.open();
        jobs.enqueue(JOBS / 2, JOBS);
        two.engine().awaitDeliveries(JOBS / 2);

        during(jobs, one, two, wire::hold, wire::release);

        goesOn(jobs, one, two);
      }
    }
  }

  @Test
  void whoStaysAwayWhileOthersAreThereIsTakenForDead() throws Exception {
    PostgresServer server = EmbeddedPostgres.shared();
    JobsDatabase jobs = new JobsDatabase(server).withTable();
    jobs.enqueue(0, 5);
    try (Wire wire = new Wire(server.port());
        Claimant away =
            claimant(jobs.url().replace(":" + server.port() + "/", ":" + wire.port() + "/"))
                .open()) {
      away.engine().awaitDeliveries(5);
      wire.hold();
      away.engine().awaitGeneration(2);
      try (Claimant other = claimant(jobs.url()).open()) {
        assertThat(other.engine().awaitDeliveries(5))
            .as("a worker that stays away is taken for dead")
            .allSatisfy(job -> assertThat(job.header("sluice-job-attempt")).contains("2"));
      } finally {
        wire.release();
      }
    }
  }
}
