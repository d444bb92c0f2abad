package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobsWakeTest {
  /** A look at an empty queue is followed by none for longer than any wait of these tests. */
  private static final Duration NEVER = Duration.ofMinutes(1);

  private static final String LISTENERS =
      "SELECT pid FROM pg_stat_activity"
          + " WHERE datname = current_database() AND query LIKE 'LISTEN %'";

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private void awaitListener() {
    await().atMost(JobsEngine.PATIENCE).until(() -> jobs.column(LISTENERS).size() == 1);
  }

  @Test
  void aNotificationWakesAWaitingSource() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).poll(NEVER).open()) {
      awaitListener();
      for (int i = 0; i < 5; i++) {
        int before = one.engine().deliveries().size();
        jobs.run(
            "INSERT INTO sluice_jobs (payload) VALUES ('news');"
                + " NOTIFY sluice_jobs, 'default/default'");

        one.engine().awaitDeliveries(before + 1);
      }
    }
  }

  @Test
  void afterABrokenConnectionItListensAgainAndLooksOnce() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).poll(NEVER).open()) {
      awaitListener();
      int before = one.engine().deliveries().size();
      List<String> first = jobs.column(LISTENERS);
      // Nobody hears of this one.
      jobs.run("INSERT INTO sluice_jobs (payload) VALUES ('missed')");
      jobs.run("SELECT pg_terminate_backend(" + first.get(0) + ")");

      one.engine().awaitDeliveries(before + 1);

      await()
          .atMost(JobsEngine.PATIENCE)
          .until(() -> jobs.column(LISTENERS), pids -> !pids.isEmpty() && !pids.equals(first));
      awaitListener();
    }
  }

  @Test
  void withPollingOnlyNobodyListensAndJobsAreFound() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).wake(PostgresJobsConfig.Wake.POLL).open()) {
      jobs.enqueue(0, 1);
      one.engine().awaitDeliveries(1);

      assertThat(jobs.column(LISTENERS)).isEmpty();
    }
  }

  @Test
  void theListenersConnectionIsClosedWithTheSource() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).open()) {
      awaitListener();
      one.leave();

      await().atMost(JobsEngine.PATIENCE).until(() -> jobs.column(LISTENERS).isEmpty());
    }
  }

  @Test
  void jobsThatNobodyAnnouncesAreFoundByPolling() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).poll(Duration.ofMillis(200)).open()) {
      awaitListener();
      int before = one.engine().deliveries().size();
      jobs.enqueue(0, 1);
      one.engine().awaitDeliveries(before + 1);
      jobs.enqueue("payload, run_at", "'due soon', now() + interval '300 ms'");

      one.engine().awaitDeliveries(before + 2);
    }
  }
}
