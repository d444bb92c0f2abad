package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.postgres.Commanding.Said;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobsRetryTest {
  @TempDir Path directory;

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private Said retry(String... arguments) {
    String[] line = new String[arguments.length + 1];
    line[0] = "retry";
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    return new JobsPipeline(directory, jobs.url(), "").jobs(line);
  }

  private void insert(String columns, String values) {
    jobs.run(
        "INSERT INTO sluice_jobs (attempts, finished_at, last_error, resume_state, "
            + columns
            + ") SELECT 3, now(), 'Boom', 'abc', "
            + values);
  }

  private List<String> states() {
    return jobs.column("SELECT state FROM sluice_jobs ORDER BY id");
  }

  @Test
  void deadAndCancelledJobsAreRunAgainFromWhereTheyWere() throws Exception {
    insert("state, run_at, cancel_requested", "'dead', '2020-01-01Z', false");
    insert("state, run_at, cancel_requested", "'cancelled', '2090-01-01Z', true");

    Said said = retry("2", "1");

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out().lines())
        .containsExactly("job 1 is available again", "job 2 is available again");
    assertThat(
            jobs.column(
                "SELECT concat_ws(' ', state, attempts, finished_at IS NULL, last_error,"
                    + " convert_from(resume_state, 'UTF8'), cancel_requested, run_at <= now(),"
                    + " run_at > '2021-01-01') FROM sluice_jobs"))
        .containsOnly("available 0 t Boom abc f t t");
    try (Claimant claimant = new Claimant(jobs.url()).open()) {
      assertThat(claimant.engine().awaitDeliveries(2))
          .allMatch(delivery -> delivery.resumeState().isPresent());
    }
  }

  @Test
  void whoeverWaitsIsTold() throws Exception {
    insert("state, kind", "'dead', 'mail'");
    insert("state, kind", "'dead', 'push'");
    try (Enqueuer listener = new Enqueuer(jobs.url())) {
      listener.listen("sluice_jobs");

      retry("1");
      retry("--dead");

      assertThat(listener.heard()).isEqualTo("sluice_jobs default/mail");
      assertThat(listener.heard()).isEqualTo("sluice_jobs default/push");
    }
  }

  @Test
  void jobsThatLiveOrAreDoneAreRefusedAndThenNoneIsRun() {
    insert("state", "'dead'");
    insert("state", "'available'");
    insert("state", "'claimed'");
    insert("state", "'done'");

    Said said = retry("1", "2", "3", "4");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .contains(
            "job 2 is available; job 3 is claimed; job 4 is done, and not run again; no job was"
                + " changed")
        .contains("Fix: ");
    assertThat(states()).containsExactly("dead", "available", "claimed", "done");
  }

  @Test
  void aUniqueKeyThatALiveJobHasIsNotTakenTwice() {
    insert("state, unique_key", "'dead', 'a'");
    insert("state, unique_key", "'cancelled', 'a'");
    insert("state, unique_key", "'available', 'b'");
    insert("state, unique_key", "'dead', 'b'");

    assertThat(retry("4").err()).contains("job 4 has the unique key of job 3");
    assertThat(retry("1", "2").err()).contains("job 2 has the unique key of job 1");
    assertThat(states()).containsExactly("dead", "cancelled", "available", "dead");
    assertThat(retry("2").code()).isZero();
    assertThat(retry("--dead").out())
        .contains("0 jobs are available again in queue default; 2 stay dead: live jobs have");
    assertThat(states()).containsExactly("dead", "available", "available", "dead");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "--dead"})
  void aUniqueKeyThatIsEnqueuedAtTheSameMomentIsNotTakenTwice(String which) throws Exception {
    insert("state, unique_key", "'dead', 'a'");
    try (Connection other = jobs.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("INSERT INTO sluice_jobs (unique_key) VALUES ('a')");
      CompletableFuture<Said> retrying = CompletableFuture.supplyAsync(() -> retry(which));
      jobs.awaitLockWaiter("WITH wanted%");
      other.commit();

      Said said = retrying.get();

      assertThat(said.out() + said.err())
          .contains(
              which.equals("1")
                  ? "job 1 has the unique key of job 2"
                  : "0 jobs are available again in queue default; 1 stays dead: live jobs have")
          .doesNotContain("23505");
    }
    assertThat(states()).containsExactly("dead", "available");
  }

  @Test
  void allDeadJobsOfAQueueAreRunAgain() {
    insert("state, unique_key", "'dead', 'twin' FROM generate_series(1, 2)");
    insert("state, kind", "'dead', 'mail' FROM generate_series(1, 2500)");
    insert("state, kind", "'dead', 'push'");
    insert("state, queue", "'dead', 'other'");
    insert("state", "'cancelled'");
    // Some that nobody gave a time.
    jobs.run("UPDATE sluice_jobs SET finished_at = NULL WHERE id % 2 = 0");

    assertThat(retry("--dead", "--kind", "mail", "--limit", "1200").out())
        .contains("1200 jobs are available again", "1300 stay dead: --limit was reached");
    assertThat(retry("--dead", "--kind", "mail").out())
        .contains("1300 jobs are available again in queue default")
        .doesNotContain("stay dead");
    JsonObject rest = new JsonObject(retry("--dead", "--json").out());
    assertThat(rest.getLong("retriedCount")).isEqualTo(2);
    assertThat(rest.getLong("leftDead")).isEqualTo(1);
    assertThat(rest.getString("queue")).isEqualTo("default");
    assertThat(retry("--dead", "--queue", "other").out()).contains("1 job is available again");
    assertThat(jobs.count("dead")).isEqualTo(1);
    assertThat(jobs.count("cancelled")).isEqualTo(1);
  }

  @Test
  void programsAreToldTheIds() {
    insert("state", "'dead' FROM generate_series(1, 2)");

    JsonObject said = new JsonObject(retry("2", "1", "--json").out());

    assertThat(said.getInteger("version")).isEqualTo(1);
    assertThat(said.getJsonArray("retried")).isEqualTo(JsonArray.of(1, 2));
  }
}
