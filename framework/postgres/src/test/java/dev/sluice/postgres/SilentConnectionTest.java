package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilentConnectionTest {
  private final JobsDatabase jobs = new JobsDatabase().withTable();

  @Test
  void connectionsThatSayNothingAreGivenUpWhileTheLeasesHold() throws Exception {
    jobs.enqueue(0, 5);
    try (Claimant one = new Claimant(jobs.url()).lease(Duration.ofSeconds(12)).open()) {
      one.engine().awaitDeliveries(5);
      List<String> backends =
          jobs.column(
              "SELECT pid FROM pg_stat_activity"
                  + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
      assertThat(backends).isNotEmpty();
      signal("-STOP", backends);
      try {
        jobs.enqueue(5, 10);

        one.engine().awaitDeliveries(10);
        String lease = jobs.one("SELECT max(lease_until) FROM sluice_jobs");
        await()
            .atMost(JobsEngine.PATIENCE)
            .until(
                () ->
                    jobs.one("SELECT min(lease_until) > '" + lease + "' FROM sluice_jobs")
                        .equals("t"));
      } finally {
        signal("-CONT", backends);
      }
      assertThat(one.engine().lost()).isEmpty();
      assertThat(one.engine().values()).hasSize(10).doesNotHaveDuplicates();
    }
  }

  private static void signal(String name, List<String> pids)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", name));
    command.addAll(pids);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
