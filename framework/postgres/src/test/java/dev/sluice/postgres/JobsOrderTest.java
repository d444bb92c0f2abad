package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.back;
import static dev.sluice.postgres.Claimant.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class JobsOrderTest {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final int KEYS = 7;
  private static final int JOBS = 140;

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private void enqueue(String key, int from, int to) {
    jobs.run(
        "INSERT INTO sluice_jobs (key, payload) SELECT '"
            + key
            + "', convert_to(n::text, 'UTF8') FROM generate_series("
            + from
            + ", "
            + (to - 1)
            + ") AS n");
  }

  private Claimant ordered() {
    return new Claimant(jobs.url()).orderByKey().poll(Duration.ofMillis(20));
  }

  @Test
  void onlyTheFirstJobOfAKeyIsClaimedAndTheNextWhenItHasEnded() throws Exception {
    enqueue("a", 0, 3);
    enqueue("b", 10, 12);
    jobs.enqueue("payload", "'no key'");
    jobs.enqueue("payload", "'no key'");
    try (Claimant one = ordered().open()) {
      List<JobsEngine.Delivery> first = one.engine().awaitDeliveries(4);
      assertThat(one.engine().values()).containsExactlyInAnyOrder("0", "10", "no key", "no key");
      JobsEngine.Delivery a =
          first.stream().filter(job -> "a".equals(job.key())).findFirst().orElseThrow();

      one.settle(done(a));

      one.engine().awaitDeliveries(5);
      assertThat(one.engine().values().get(4)).isEqualTo("1");
      assertThat(jobs.count("claimed")).isEqualTo(4);
    }
  }

  @Test
  void aJobThatWaitsForItsTimeHoldsItsKeyAndOneThatIsDeadOrCancelledDoesNot() throws Exception {
    enqueue("later", 0, 2);
    enqueue("dead", 10, 12);
    enqueue("cancelled", 20, 22);
    jobs.run(
        "UPDATE sluice_jobs SET run_at = now() + interval '1 hour' WHERE payload = '0';"
            + " UPDATE sluice_jobs SET state = 'dead' WHERE payload = '10';"
            + " UPDATE sluice_jobs SET state = 'cancelled' WHERE payload = '20'");
    try (Claimant one = ordered().open()) {
      one.engine().awaitDeliveries(2);
      enqueue("other", 30, 31);
      one.engine().awaitDeliveries(3);

      assertThat(one.engine().values()).containsExactlyInAnyOrder("11", "21", "30");
    }
  }

  /** Three claimants hand back, put off, lose and end jobs in all ways at once. */
  @Test
  void neverTwoOfAKeyAtOnceAndNeverOutOfOrderWhateverHappens() throws Exception {
    for (int key = 0; key < KEYS; key++) {
      enqueue("k" + key, 0, JOBS / KEYS);
    }
    // Says at once when two of a key are claimed, or one before its turn; by triggers, which see
    // every claim.
    jobs.run(
        """
        CREATE TABLE history (at bigserial, key text, n int);
        CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF OLD.state = 'available' AND NEW.state = 'claimed' THEN
            IF EXISTS (SELECT FROM sluice_jobs j WHERE j.key = NEW.key AND j.id <> NEW.id
                       AND (j.state = 'claimed' OR j.id < NEW.id AND j.state <> 'done')) THEN
              INSERT INTO history (key, n) VALUES ('WRONG ' || NEW.key, NEW.id);
            END IF;
            INSERT INTO history (key, n)
              VALUES (NEW.key, convert_from(NEW.payload, 'UTF8')::int);
          END IF;
          RETURN NULL;
        END $$;
        CREATE TRIGGER look AFTER UPDATE ON sluice_jobs FOR EACH ROW EXECUTE FUNCTION look();
        """);
    Random random = new Random(42);
    List<Claimant> all = new ArrayList<>();
    Map<Claimant, Integer> seen = new HashMap<>();
    try {
      for (int i = 0; i < 3; i++) {
        all.add(ordered().lease(SHORT).chunkRecords(5).open());
      }
      await()
          .atMost(Duration.ofSeconds(90))
          .pollInterval(Duration.ofMillis(10))
          .until(
              () -> {
                for (Claimant each : all) {
                  end(each, seen, random);
                }
                return jobs.count("done") == JOBS;
              });
    } finally {
      all.forEach(Claimant::close);
    }

    assertThat(jobs.column("SELECT key || ' ' || n FROM history WHERE key LIKE 'WRONG%'"))
        .isEmpty();
    for (int key = 0; key < KEYS; key++) {
      List<Integer> order =
          jobs.column("SELECT n FROM history WHERE key = 'k" + key + "' ORDER BY at").stream()
              .map(Integer::valueOf)
              .toList();
      assertThat(order).as("k" + key).isSorted();
      assertThat(new TreeSet<>(order)).hasSize(JOBS / KEYS);
    }
    assertThat(jobs.one("SELECT count(*) > " + JOBS + " FROM history"))
        .as("some came more than once")
        .isEqualTo("t");
  }

  private void end(Claimant one, Map<Claimant, Integer> seen, Random random) throws Exception {
    List<JobsEngine.Delivery> deliveries = one.engine().deliveries();
    for (JobsEngine.Delivery job :
        deliveries.subList(seen.getOrDefault(one, 0), deliveries.size())) {
      switch (random.nextInt(6)) {
        case 0 -> one.settle(back(List.of(job)));
        case 1 -> {
          one.settle(back(List.of(job)));
          jobs.run(
              "UPDATE sluice_jobs SET run_at = now() + interval '50 ms' WHERE state = 'available'"
                  + " AND id = "
                  + job.header("sluice-job-id").orElseThrow());
        }
        case 2 -> {
          if (random.nextInt(5) == 0) {
            // As if its worker was gone.
            jobs.run(
                "UPDATE sluice_jobs SET state = 'available', claimed_by = NULL,"
                    + " lease_until = NULL, token = nextval('sluice_jobs_claims')"
                    + " WHERE state = 'claimed' AND token = "
                    + job.position());
          } else {
            one.settle(done(job));
          }
        }
        default -> one.settle(done(job));
      }
    }
    seen.put(one, deliveries.size());
  }
}
