package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the server's clock counts, whatever a worker's says. */
class JobsClockTest {
  private static final Duration SHORT = Duration.ofSeconds(2);

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  /** Of a worker whose clock is wrong. */
  private record Skewed(Duration by) implements Clock {
    @Override
    public long nanos() {
      // Its origin says nothing, either.
      return System.nanoTime() + by.toNanos();
    }

    @Override
    public long epochMillis() {
      return System.currentTimeMillis() + by.toMillis();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-400, 400})
  void aWorkerWhoseClockIsDaysOffDoesAllAtTheServersTime(long days) throws Exception {
    jobs.enqueue("payload, run_at", "'due', now() - interval '1 s'");
    jobs.enqueue("payload, run_at", "'not due', now() + interval '1 hour'");
    jobs.run(
        "INSERT INTO sluice_jobs (state, finished_at)"
            + " VALUES ('done', now() - interval '59 min'), ('done', now() - interval '61 min')");
    try (Claimant one =
        new Claimant(jobs.url()).clock(new Skewed(Duration.ofDays(days))).lease(SHORT).open()) {
      List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(1);
      String first = jobs.one("SELECT lease_until FROM sluice_jobs WHERE state = 'claimed'");
      assertThat(
              jobs.one(
                  "SELECT lease_until - now() BETWEEN interval '0 s' AND interval '2 s'"
                      + " FROM sluice_jobs WHERE state = 'claimed'"))
          .isEqualTo("t");
      await()
          .atMost(JobsEngine.PATIENCE)
          .until(
              () ->
                  jobs.one(
                          "SELECT lease_until > '"
                              + first
                              + "' FROM sluice_jobs WHERE state = 'claimed'")
                      .equals("t"));
      await().atMost(JobsEngine.PATIENCE).until(() -> jobs.count("done") == 1);
      one.settle(Claimant.done(claimed));

      assertThat(one.engine().values()).containsExactly("due");
      assertThat(
              jobs.one(
                  "SELECT max(finished_at) BETWEEN now() - interval '1 min' AND now()"
                      + " FROM sluice_jobs"))
          .isEqualTo("t");
    }
  }
}
