package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobsEnqueueTest {
  private final JobsDatabase jobs = new JobsDatabase().withTable();
  private final Jobs table = new Jobs();
  private Enqueuer one;
  private Enqueuer two;

  @BeforeEach
  void connect() throws Exception {
    one = new Enqueuer(jobs.url());
    two = new Enqueuer(jobs.url());
  }

  @AfterEach
  void disconnect() {
    one.close();
    two.close();
  }

  private static Job plain(int number) {
    return Job.of("mail").payload(Buffer.buffer("" + number)).build();
  }

  private static Job unique(String key) {
    return Job.of("mail").uniqueKey(key).build();
  }

  @Test
  void everythingThatAJobSaysStandsInItsRow() throws Exception {
    Job job =
        Job.of("mail")
            .queue("letters")
            .key("order-17")
            .payload(Buffer.buffer(new byte[] {0, 1, (byte) 0xff}))
            .header("trace", "a\"b")
            .header("empty", "")
            .priority(-3)
            .runAt(Instant.parse("2030-01-31T12:00:00.123456Z"))
            .uniqueKey("u")
            .maxAttempts(4)
            .build();

    Enqueued enqueued = result(table.enqueue(one.connection(), job));

    assertThat(enqueued.duplicate()).isFalse();
    assertThat(
            jobs.one(
                "SELECT concat_ws('|', id, kind, queue, key, encode(payload, 'hex'),"
                    + " headers->>'trace', headers->>'empty', priority,"
                    + " run_at AT TIME ZONE 'UTC', unique_key, max_attempts, state)"
                    + " FROM sluice_jobs"))
        .isEqualTo(
            enqueued.id()
                + "|mail|letters|order-17|0001ff|a\"b||-3|2030-01-31 12:00:00.123456|u|4|available");
  }

  @Test
  void whatIsNotSaidFollowsFromTheTable() throws Exception {
    result(table.enqueue(one.connection(), Job.of("mail").build()));

    assertThat(
            jobs.one(
                "SELECT concat_ws('|', kind, queue, coalesce(key, 'no key'),"
                    + " coalesce(encode(payload, 'hex'), 'no payload'),"
                    + " coalesce(headers::text, 'no headers'), priority, run_at = created_at,"
                    + " coalesce(unique_key, 'no unique key'),"
                    + " coalesce(max_attempts::text, 'no most')) FROM sluice_jobs"))
        .isEqualTo("mail|default|no key|no payload|no headers|0|t|no unique key|no most");
  }

  @Test
  void aJobIsThereWhenTheCallersTransactionCommitsAndNotBefore() throws Exception {
    one.run("BEGIN").enqueue(table, plain(1));
    assertThat(jobs.count("available")).isZero();
    one.run("ROLLBACK");
    one.run("BEGIN").enqueue(table, plain(2));
    one.run("COMMIT");

    assertThat(jobs.column("SELECT convert_from(payload, 'UTF8') FROM sluice_jobs"))
        .containsExactly("2");
  }

  @Test
  void aClaimantGetsWhatWasEnqueued() throws Exception {
    Job job = Job.of("default").key("k").payload(Buffer.buffer("p")).build();
    one.enqueue(table, job);

    try (Claimant claimant = new Claimant(jobs.url()).open()) {
      assertThat(claimant.engine().awaitDeliveries(1)).hasSize(1);
    }
  }

  @Test
  void aDelayIsCountedByTheServersClock() throws Exception {
    one.enqueue(table, Job.of("mail").delay(Duration.ofMinutes(10)).build());

    assertThat(jobs.one("SELECT run_at - created_at FROM sluice_jobs")).isEqualTo("00:10:00");
  }

  @Test
  void idsOfABatchAscendInItsOrder() throws Exception {
    int count = 5_000;
    Job[] batch = IntStream.range(0, count).mapToObj(JobsEnqueueTest::plain).toArray(Job[]::new);

    List<Enqueued> enqueued = one.enqueue(table, batch);

    assertThat(enqueued).extracting(Enqueued::duplicate).containsOnly(false);
    assertThat(enqueued).extracting(Enqueued::id).isSorted();
    assertThat(jobs.column("SELECT convert_from(payload, 'UTF8') FROM sluice_jobs ORDER BY id"))
        .isEqualTo(IntStream.range(0, count).mapToObj(String::valueOf).toList());
    assertThat(jobs.column("SELECT id FROM sluice_jobs ORDER BY id"))
        .isEqualTo(enqueued.stream().map(each -> Long.toString(each.id())).toList());
  }

  @Test
  void aBatchHasBoundsAndMayBeEmpty() throws Exception {
    assertThat(one.enqueue(table)).isEmpty();
    List<Job> many = LongStream.rangeClosed(0, Jobs.MOST_AT_ONCE).mapToObj(i -> plain(0)).toList();
    assertThatThrownBy(() -> table.enqueue(one.connection(), many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10001 jobs at once");
  }

  @Test
  void ofLiveJobsWithOneUniqueKeyThereIsOnlyOne() throws Exception {
    long first = one.enqueue(table, unique("a")).get(0).id();

    assertThat(two.enqueue(table, plain(0), unique("a"), unique("b"), unique("b"), plain(1)))
        .extracting(Enqueued::duplicate)
        .containsExactly(false, true, false, true, false);
    assertThat(two.enqueue(table, unique("a"), unique("b")).get(0))
        .isEqualTo(new Enqueued(first, true));
    // Also while somebody works on it, but in another queue and after its end it is free.
    jobs.run("UPDATE sluice_jobs SET state = 'claimed' WHERE unique_key = 'a'");
    assertThat(two.enqueue(table, unique("a")).get(0)).isEqualTo(new Enqueued(first, true));
    Job elsewhere = Job.of("mail").queue("other").uniqueKey("a").build();
    assertThat(two.enqueue(table, elsewhere).get(0).duplicate()).isFalse();
    for (String ended : List.of("done", "dead", "cancelled")) {
      jobs.run("UPDATE sluice_jobs SET state = '" + ended + "' WHERE unique_key = 'a'");
      assertThat(two.enqueue(table, unique("a")).get(0).duplicate()).as(ended).isFalse();
    }
  }

  @Test
  void aJobWithAUniqueKeyThatIsBeingPutInWaitsForThatTransaction() throws Exception {
    one.run("BEGIN");
    long first = one.enqueue(table, unique("a")).get(0).id();
    Future<List<Enqueued>> other = table.enqueue(two.connection(), List.of(unique("a")));
    jobs.awaitLockWaiter("WITH given%");
    one.run("COMMIT");
    assertThat(result(other)).containsExactly(new Enqueued(first, true));

    jobs.run("DELETE FROM sluice_jobs");
    one.run("BEGIN").enqueue(table, unique("a"));
    Future<List<Enqueued>> last = table.enqueue(two.connection(), List.of(unique("a")));
    jobs.awaitLockWaiter("WITH given%");
    one.run("ROLLBACK");
    assertThat(result(last).get(0).duplicate()).isFalse();
  }

  @Test
  void aUniqueKeyThatBecomesFreeMeanwhileIsTaken() throws Exception {
    one.enqueue(table, unique("a"));
    // The job that is in the way ends between the two statements.
    jobs.run(
        "CREATE FUNCTION end_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " UPDATE sluice_jobs SET state = 'done'; RETURN NULL; END $$;"
            + " CREATE TRIGGER end_it AFTER INSERT ON sluice_jobs FOR EACH STATEMENT"
            + " EXECUTE FUNCTION end_it()");

    Enqueued second = two.enqueue(table, unique("a")).get(0);

    assertThat(second.duplicate()).isFalse();
    assertThat(jobs.column("SELECT id FROM sluice_jobs ORDER BY id"))
        .hasSize(2)
        .contains("" + second.id());
  }

  @Test
  void whoeverWaitsIsToldOnceForEachQueueAndKindWhenSomethingIsDue() throws Exception {
    one.listen("sluice_jobs");
    Job later = Job.of("later").delay(Duration.ofHours(1)).build();

    two.run("BEGIN");
    two.enqueue(table, later, plain(1), plain(2), Job.of("push").queue("q").build());
    two.run("COMMIT");
    two.enqueue(table.withoutWaking(), Job.of("silent").build());
    two.enqueue(table, later, Job.of("last").build());

    assertThat(List.of(one.heard(), one.heard()))
        .containsExactlyInAnyOrder("sluice_jobs default/mail", "sluice_jobs q/push");
    assertThat(one.heard()).isEqualTo("sluice_jobs default/last");
  }

  @Test
  void anotherTableMayBeNamedWithItsSchema() throws Exception {
    jobs.run("CREATE SCHEMA work");
    jobs.run(SqlScript.jobs().forTable(TableName.of("work.orders")));
    one.listen("orders");

    two.enqueue(new Jobs("work.orders"), plain(1));

    assertThat(jobs.one("SELECT count(*) FROM work.orders")).isEqualTo("1");
    assertThat(one.heard()).isEqualTo("orders default/mail");
  }

  @Test
  void selectAndInsertAreAllThatIsNeeded() throws Exception {
    String role = "enqueuer_" + jobs.one("SELECT pg_backend_pid()");
    jobs.run("CREATE ROLE " + role + " LOGIN PASSWORD 'e'");
    jobs.run("GRANT SELECT, INSERT ON sluice_jobs TO " + role);
    try (Enqueuer poor = new Enqueuer(jobs.url().replaceFirst("//.*@", "//" + role + ":e@"))) {
      assertThat(poor.enqueue(table, plain(1), unique("a"))).hasSize(2);
      assertThat(poor.enqueue(table, unique("a")).get(0).duplicate()).isTrue();
      assertThat(failure(table.cancel(poor.connection(), 1))).isInstanceOf(PgException.class);
    }
  }

  @Test
  void aJobThatWaitsIsCancelledAndOneThatSomebodyHasIsAskedToEnd() throws Exception {
    jobs.enqueue(0, 4);
    jobs.run(
        "UPDATE sluice_jobs SET state = 'claimed', claimed_by = 'w', owner_mark = 'm' WHERE id = 2");
    jobs.run("UPDATE sluice_jobs SET state = 'done', finished_at = now() WHERE id = 3");

    assertThat(result(table.cancel(one.connection(), 1))).isEqualTo(Cancellation.CANCELLED);
    assertThat(result(table.cancel(one.connection(), 2))).isEqualTo(Cancellation.REQUESTED);
    assertThat(result(table.cancel(one.connection(), 3))).isEqualTo(Cancellation.ENDED);
    assertThat(result(table.cancel(one.connection(), 1))).isEqualTo(Cancellation.ENDED);
    assertThat(result(table.cancel(one.connection(), 99))).isEqualTo(Cancellation.UNKNOWN);

    assertThat(
            jobs.column(
                "SELECT concat_ws(' ', state, cancel_requested, finished_at IS NOT NULL,"
                    + " owner_mark) FROM sluice_jobs ORDER BY id"))
        .containsExactly("cancelled f t", "claimed t f m", "done f t", "available f f");
  }

  @Test
  void aWishToCancelThatMeetsAClaimSeesIt() throws Exception {
    jobs.enqueue(0, 1);
    one.run("BEGIN").run("UPDATE sluice_jobs SET state = 'claimed'");
    Future<Cancellation> cancelled = table.cancel(two.connection(), 1);
    jobs.awaitLockWaiter("WITH wanted%");
    one.run("COMMIT");

    assertThat(result(cancelled)).isEqualTo(Cancellation.REQUESTED);
    assertThat(jobs.one("SELECT state || cancel_requested FROM sluice_jobs"))
        .isEqualTo("claimedtrue");
  }

  @Test
  void whatCannotBeAJobIsRefusedByName() {
    assertThatThrownBy(() -> Job.of("").build()).hasMessageContaining("kind is empty");
    assertThatThrownBy(() -> Job.of("k").queue("q".repeat(101)).build())
        .hasMessageContaining("queue has 101 characters; expected at most 100");
    assertThatThrownBy(() -> Job.of("k").key("k".repeat(501)).build())
        .hasMessageContaining("key has 501 characters");
    assertThatThrownBy(() -> Job.of("k").uniqueKey("a\0b").build())
        .hasMessageContaining("uniqueKey holds the character 0");
    assertThatThrownBy(() -> Job.of("k").header("h", "\0").build())
        .hasMessageContaining("header h holds the character 0");
    assertThatThrownBy(() -> Job.of("k").maxAttempts(0).build())
        .hasMessageContaining("maxAttempts is 0");
    assertThatThrownBy(() -> Job.of("k").delay(Duration.ofSeconds(-1)).build())
        .hasMessageContaining("delay is PT-1S");
    assertThatThrownBy(() -> Job.of("k").delay(Duration.ofSeconds(1)).runAt(Instant.EPOCH).build())
        .hasMessageContaining("give one of them");
    assertThatThrownBy(() -> new Jobs("no table")).hasMessageContaining("'no table'");
    assertThat(Job.of("k").build().maxAttempts()).isEqualTo(OptionalInt.empty());
    assertThat(Job.of("k").build().runAt()).isEqualTo(Optional.empty());
  }
}
