package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.postgres.Commanding.Said;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsStatsTest {
  @TempDir Path directory;

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private Said stats(String... arguments) {
    String[] line = new String[arguments.length + 1];
    line[0] = "stats";
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    Said said = new JobsPipeline(directory, jobs.url(), "").jobs(line);
    assertThat(said.code()).as(said.err()).isZero();
    return said;
  }

  private void insert(int count, String columns, String values) {
    jobs.run(
        "INSERT INTO sluice_jobs ("
            + columns
            + ") SELECT "
            + values
            + " FROM generate_series(1, "
            + count
            + ")");
  }

  private void some() {
    insert(3, "kind, run_at", "'mail', now() - interval '90 minutes'");
    insert(2, "kind, run_at", "'mail', now() + interval '1 hour'");
    insert(4, "kind, state, claimed_by, lease_until", "'mail', 'claimed', 'w-1', '2090-01-01Z'");
    insert(1, "kind, state, claimed_by, lease_until", "'push', 'claimed', 'w-2', '2020-01-01Z'");
    insert(5, "kind, state", "'mail', 'done'");
    insert(6, "queue, kind, state", "'other', 'mail', 'dead'");
    insert(7, "queue, kind, state", "'other', 'mail', 'cancelled'");
  }

  @Test
  void jobsAreCountedByQueueKindAndState() {
    some();

    assertThat(stats().out())
        .containsPattern(
            "(?m)^queue +kind +available +due +oldest due +claimed +dead +cancelled +done$")
        .containsPattern("(?m)^default +mail +5 +3 +1h30m +4 +0 +0 +5$")
        .containsPattern("(?m)^default +push +0 +0 +- +1 +0 +0 +0$")
        .containsPattern("(?m)^other +mail +0 +0 +- +0 +6 +7 +0$")
        .contains("sluice_jobs at sluice@", ": 5 done")
        .containsPattern("(?m)^w-1 +default +4 +2090-01-01T00:00:00Z$")
        .containsPattern("(?m)^w-2 +default +1 +2020-01-01T00:00:00Z +has run out$");
    assertThat(stats("--queue", "other").out())
        .doesNotContain("default")
        .containsPattern("(?m)^other +mail");
  }

  @Test
  void programsGetTheSame() {
    some();

    JsonObject json = new JsonObject(stats("--json").out());

    assertThat(json.getInteger("version")).isEqualTo(1);
    JsonArray kinds = json.getJsonArray("kinds");
    JsonObject mail = kinds.getJsonObject(0);
    assertThat(mail.getDouble("oldestDueSeconds")).isBetween(5_400.0, 5_500.0);
    mail.remove("oldestDueSeconds");
    assertThat(mail.encode())
        .isEqualTo(
            "{\"queue\":\"default\",\"kind\":\"mail\",\"available\":5,\"claimed\":4,\"done\":5,"
                + "\"dead\":0,\"cancelled\":0,\"due\":3}");
    assertThat(kinds).hasSize(3);
    assertThat(json.getJsonObject("done").encode()).isEqualTo("{\"estimated\":false,\"jobs\":5}");
    assertThat(json.getJsonArray("workers").getJsonObject(0).encode())
        .isEqualTo(
            "{\"worker\":\"w-1\",\"queue\":\"default\",\"claimed\":4,"
                + "\"leaseUntil\":\"2090-01-01T00:00:00Z\"}");
  }

  @Test
  void anEmptyTableIsSaidToBeEmpty() {
    assertThat(stats().out()).startsWith("no jobs in sluice_jobs at ");
  }

  @Test
  void veryManyFinishedJobsAreEstimatedAndSaidToBe() {
    insert(100_500, "kind, state, finished_at", "'mail', 'done', now()");
    insert(1, "kind", "'mail'");

    assertThat(stats().out()).contains(": more than 100000 done").contains("many");
    jobs.run("VACUUM ANALYZE sluice_jobs");

    assertThat(stats().out()).containsPattern(": about 100[45]\\d\\d done");
    JsonObject json = new JsonObject(stats("--json").out());
    assertThat(json.getJsonObject("done").getBoolean("estimated")).isTrue();
    assertThat(json.getJsonObject("done").getLong("jobs")).isBetween(100_400L, 100_600L);
    assertThat(json.getJsonArray("kinds").getJsonObject(0).containsKey("done")).isFalse();
    assertThat(stats("--queue", "default").out()).contains(": more than 100000 done");
  }

  @Test
  void neitherStatesNorTheListReadWhatIsDone() {
    insert(50_000, "kind, state, finished_at", "'mail', 'done', now()");
    insert(20, "kind, state", "'mail', 'dead'");
    insert(20, "kind", "'mail'");
    jobs.run("VACUUM ANALYZE sluice_jobs");
    InspectSql sql = new InspectSql(TableName.of("sluice_jobs"));

    assertThat(plan(sql.counts().replace("$1", "NULL"))).doesNotContain("Seq Scan");
    assertThat(
            plan(
                sql.list(Set.of(JobState.DEAD), false, false)
                    .replace("$1", "'default'")
                    .replace("$2", "50")))
        .contains("sluice_jobs_ended");
  }

  private String plan(String statement) {
    return String.join("\n", jobs.column("EXPLAIN " + statement));
  }
}
