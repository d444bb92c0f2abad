package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.postgres.Commanding.Said;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobsCommandTest {
  @TempDir Path directory;

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private Said jobs(String... arguments) {
    return pipeline(jobs.url(), "").jobs(arguments);
  }

  private JobsPipeline pipeline(String url, String more) {
    return new JobsPipeline(directory, url, more);
  }

  private JsonObject json(String... arguments) {
    Said said = jobs(arguments);
    assertThat(said.code()).as(said.err()).isZero();
    return new JsonObject(said.out());
  }

  private static void isMistake(Said said, String... words) {
    assertThat(said.code()).as(said.out() + said.err()).isEqualTo(2);
    assertThat(said.err()).contains(words).contains("Fix: ").doesNotContain("\tat ");
  }

  /** One job in each state, and one in another queue. */
  private void oneOfEach() {
    jobs.run(
        "INSERT INTO sluice_jobs (kind, key, state, run_at, claimed_by, lease_until, attempts,"
            + " max_attempts, last_error, failed_at, finished_at, created_at) VALUES"
            + " ('mail', 'a', 'available', '2020-01-01Z', NULL, NULL, 0, NULL, NULL, NULL, NULL,"
            + "   '2020-01-01Z'),"
            + " ('mail', 'b', 'available', '2090-01-01Z', NULL, NULL, 1, 5, E'no\\nway', now(),"
            + "   NULL, now()),"
            + " ('mail', 'c', 'claimed', now(), 'test-1', '2090-01-01Z', 1, NULL, NULL, NULL, NULL,"
            + "   now()),"
            + " ('push', NULL, 'done', now(), NULL, NULL, 1, NULL, NULL, NULL, '2021-01-01Z', now()),"
            + " ('push', 'a', 'dead', now(), NULL, NULL, 3, NULL, 'Boom: it broke', now(),"
            + "   '2021-01-01Z', now()),"
            + " ('push', NULL, 'cancelled', now(), NULL, NULL, 0, NULL, NULL, NULL, '2021-01-01Z',"
            + "   now())");
    jobs.run("INSERT INTO sluice_jobs (queue, kind) VALUES ('other', 'mail')");
  }

  private static List<Long> ids(JsonObject list) {
    return list.getJsonArray("jobs").stream().map(job -> ((JsonObject) job).getLong("id")).toList();
  }

  @Test
  void theListBeginsWithTheNewestAndSaysWhatMatters() {
    oneOfEach();

    Said said = jobs("list");

    assertThat(said.code()).isZero();
    assertThat(said.out().lines().map(line -> line.strip().replaceAll(" .*", "")))
        .startsWith("id", "6", "5", "4", "3", "2", "1");
    assertThat(said.out())
        .containsPattern("(?m)^ 5  dead +push  a +0  3 .*Boom: it broke$")
        .containsPattern("(?m)^ 3  claimed +mail  c .*test-1 until 2090-01-01T00:00:00Z$")
        .containsPattern("(?m)^ 2  available +mail  b +0  1/5 .*due at 2090-01-01.* after no way$")
        .contains("6 jobs; queue default of sluice_jobs at sluice@");
  }

  @Test
  void theListIsFilteredAndBounded() {
    oneOfEach();

    assertThat(ids(json("list", "--json"))).containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
    assertThat(ids(json("list", "--json", "--state", "dead,claimed"))).containsExactly(5L, 3L);
    assertThat(ids(json("list", "--json", "--state", "available", "--key", "b")))
        .containsExactly(2L);
    assertThat(ids(json("list", "--json", "--kind", "push"))).containsExactly(6L, 5L, 4L);
    assertThat(ids(json("list", "--json", "--kind", "push", "--key", "a"))).containsExactly(5L);
    assertThat(ids(json("list", "--json", "--queue", "other"))).containsExactly(7L);
    JsonObject two = json("list", "--json", "--limit", "2");
    assertThat(ids(two)).containsExactly(6L, 5L);
    assertThat(two.getBoolean("more")).isTrue();
    assertThat(json("list", "--json", "--limit", "6").getBoolean("more")).isFalse();
    assertThat(jobs("list", "--limit", "2").out()).contains("2 jobs, and more that are older");
    assertThat(jobs("list", "--kind", "none").out()).startsWith("no such jobs in queue default");
  }

  @Test
  void theListForProgramsIsStable() {
    oneOfEach();

    JsonObject list = json("list", "--json", "--limit", "2");

    assertThat(list.getInteger("version")).isEqualTo(1);
    assertThat(list.getString("table")).startsWith("sluice_jobs at sluice@");
    assertThat(list.getString("queue")).isEqualTo("default");
    JsonObject dead = list.getJsonArray("jobs").getJsonObject(1);
    assertThat(dead.fieldNames())
        .containsExactly(
            "id",
            "queue",
            "kind",
            "state",
            "priority",
            "attempts",
            "key",
            "createdAt",
            "runAt",
            "failedAt",
            "lastError",
            "finishedAt",
            "cancelRequested");
    assertThat(dead.getString("finishedAt")).isEqualTo("2021-01-01T00:00:00Z");
  }

  @Test
  void oneJobIsShownWithEverything() {
    jobs.run(
        "INSERT INTO sluice_jobs (kind, key, unique_key, payload, headers, priority, max_attempts,"
            + " state, claimed_by, lease_until, owner_mark, cancel_requested, last_error, failed_at,"
            + " resume_state, attempts) VALUES ('mail', 'k', 'u', convert_to('{\"grüße\": 1}',"
            + " 'UTF8'), '{\"trace\": \"t\"}', 3, 9, 'claimed', 'test-1', '2090-01-01Z', 'm1', true,"
            + " 'Boom', now(), 'abc', 2)");

    Said said = jobs("show", "1");

    assertThat(said.code()).isZero();
    assertThat(said.out())
        .containsPattern("(?m)^state +claimed, asked to end$")
        .containsPattern("(?m)^attempts +2/9$")
        .containsPattern("(?m)^claimed by +test-1$")
        .containsPattern("(?m)^lease until +2090-01-01T00:00:00Z$")
        .containsPattern("(?m)^owner's mark +m1$")
        .containsPattern("(?m)^unique key +u$")
        .containsPattern("(?m)^last error +Boom$")
        .containsPattern("(?m)^resume state +3 bytes$")
        .containsPattern("(?m)^header +trace: t$")
        .containsPattern("(?m)^payload +\\{\"grüße\": 1}$");
    JsonObject job = json("show", "1", "--json").getJsonObject("job");
    assertThat(job.getJsonObject("headers").getString("trace")).isEqualTo("t");
    assertThat(job.getJsonObject("payload").getString("text")).isEqualTo("{\"grüße\": 1}");
    assertThat(job.getJsonObject("payload").getBoolean("truncated")).isFalse();
    assertThat(job.getInteger("resumeStateBytes")).isEqualTo(3);
    assertThat(job.getString("ownerMark")).isEqualTo("m1");
    assertThat(job.getBoolean("cancelRequested")).isTrue();
  }

  @Test
  void bytesThatAreNoTextAndLongTextsAreCutOff() {
    jobs.run(
        "INSERT INTO sluice_jobs (payload) VALUES ('\\xff00'), (convert_to(repeat('ü', 40000),"
            + " 'UTF8')), (decode(repeat('ff', 300), 'hex')), (NULL)");

    assertThat(jobs("show", "1").out()).containsPattern("(?m)^payload +hex ff00$");
    JsonObject text = json("show", "2", "--json").getJsonObject("job").getJsonObject("payload");
    assertThat(text.getInteger("bytes")).isEqualTo(80_000);
    assertThat(text.getString("text")).isEqualTo("ü".repeat(Excerpt.MOST_TEXT / 2));
    assertThat(text.getBoolean("truncated")).isTrue();
    JsonObject hex = json("show", "3", "--json").getJsonObject("job").getJsonObject("payload");
    assertThat(hex.getString("hex")).isEqualTo("ff".repeat(256));
    assertThat(hex.getBoolean("truncated")).isTrue();
    assertThat(json("show", "4", "--json").getJsonObject("job").containsKey("payload")).isFalse();
  }

  @Test
  void aTextThatIsCutInsideACharacterIsText() {
    byte[] whole = "aü".getBytes(StandardCharsets.UTF_8);

    assertThat(Excerpt.of(Arrays.copyOf(whole, 2), 3)).isEqualTo(new Excerpt(3, "a", true, true));
    assertThat(Excerpt.of(Arrays.copyOf(whole, 2), 2).isText()).isFalse();
  }

  @Test
  void waitingJobsAreCancelledClaimedOnesAskedAndEndedOnesLeft() {
    oneOfEach();

    Said said = jobs("cancel", "1", "3");
    assertThat(said.code()).isZero();
    assertThat(said.out())
        .contains("job 1 is cancelled", "job 3 is being worked on; its worker is asked to end it");
    Said ended = jobs("cancel", "4", "2");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .contains("job 2 is cancelled", "job 4 is done already; nothing was changed");

    assertThat(
            jobs.column(
                "SELECT state || ' ' || cancel_requested FROM sluice_jobs WHERE id < 5 ORDER BY 1"))
        .containsExactly("cancelled false", "cancelled false", "claimed true", "done false");
    JsonArray list = new JsonObject(jobs("cancel", "5", "--json").out()).getJsonArray("jobs");
    assertThat(list.getJsonObject(0).encode())
        .isEqualTo("{\"id\":5,\"before\":\"dead\",\"outcome\":\"ended\"}");
  }

  @Test
  void oneUnknownIdLeavesTheOthersAlone() {
    oneOfEach();

    isMistake(jobs("cancel", "1", "99"), "there is no job 99 in sluice_jobs at");
    isMistake(jobs("retry", "5", "98", "99"), "there is no job 98, 99 in sluice_jobs at");
    isMistake(jobs("show", "99"), "there is no job 99 in sluice_jobs at");

    assertThat(jobs.count("available")).isEqualTo(3);
    assertThat(jobs.count("dead")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bury|there is no such action",
        "list 5|takes no ids",
        "list --state live|'live' is no state",
        "list --limit 0|--limit is 0",
        "list --limit 1001|--limit is 1001",
        "list --dead|--dead means nothing here",
        "show|which job?",
        "show 1 2|one job at a time",
        "show x|'x' is no id",
        "show 99999999999999999999|is no id",
        "retry|which jobs?",
        "retry 1 --dead|ids and --dead",
        "retry 1 --kind a|ids are given",
        "retry --dead --state done|--state means nothing here",
        "cancel|which jobs?",
        "stats --kind a|--kind means nothing here"
      })
  void whatMakesNoSenseIsRefused(String line, String said) {
    isMistake(jobs(Pattern.compile(" ").split(line)), said);
  }

  @Test
  void aTableThatIsMissingOrOldIsRefusedWithTheStatements() {
    JobsDatabase none = new JobsDatabase();
    isMistake(
        pipeline(none.url(), "").jobs("list"), "there is no such table", "CREATE TABLE", "sluice@");
    PreviousRelease.makeTable(none);
    isMistake(pipeline(none.url(), "").jobs("stats"), "is at version 1", "ADD COLUMN");
  }

  @Test
  void lookingNeedsOnlyTheRightToLook() {
    oneOfEach();
    String role = "looker_" + jobs.one("SELECT pg_backend_pid()");
    jobs.run("CREATE ROLE " + role + " LOGIN PASSWORD 'l'");
    JobsPipeline pipeline = pipeline(jobs.url().replaceFirst("//.*@", "//" + role + ":l@"), "");

    isMistake(pipeline.jobs("list"), "may not be used for SELECT", "GRANT SELECT ON");
    jobs.run("GRANT SELECT ON sluice_jobs TO " + role);
    assertThat(pipeline.jobs("list").code()).isZero();
    assertThat(pipeline.jobs("stats").code()).isZero();
    assertThat(pipeline.jobs("show", "1").code()).isZero();
    isMistake(pipeline.jobs("cancel", "1"), "may not be used for UPDATE");
    jobs.run("GRANT UPDATE ON sluice_jobs TO " + role);
    assertThat(pipeline.jobs("cancel", "1").code()).isZero();
    assertThat(pipeline.jobs("retry", "5").code()).isZero();
  }

  @Test
  void aDatabaseThatDoesNotAnswerEndsTheCommandInTime() throws Exception {
    oneOfEach();
    try (TableLock held = new TableLock(jobs)) {
      held.run("SELECT 1");

      isMistake(
          pipeline(jobs.url(), "startup: 2s").jobs("list"), "has not answered within startup (2s)");

      // The server does not go on with it either.
      assertThat(
              jobs.column(
                  "SELECT query FROM pg_stat_activity WHERE datname = current_database()"
                      + " AND wait_event_type = 'Lock'"))
          .isEmpty();
    }
  }
}
