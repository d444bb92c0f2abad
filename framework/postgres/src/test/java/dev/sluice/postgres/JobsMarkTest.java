package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.back;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.MarkText;
import dev.sluice.progress.OwnerMark;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobsMarkTest {
  private static final Duration SHORT = Duration.ofSeconds(2);

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  static OwnerMark mark(String owner, int run) {
    return OwnerMark.running(owner, run, 0, Duration.ofSeconds(140), OwnerMark.Layers.UNKNOWN);
  }

  private List<OwnerMark> marks() {
    return jobs
        .column("SELECT DISTINCT owner_mark FROM sluice_jobs WHERE owner_mark IS NOT NULL")
        .stream()
        .map(MarkText::read)
        .toList();
  }

  /** As a worker that was killed leaves them. */
  private void leave(OwnerMark mark, String ids) {
    jobs.run(
        "UPDATE sluice_jobs SET state = 'claimed', attempts = 1, claimed_by = 'gone@1',"
            + " token = nextval('sluice_jobs_claims'), lease_until = now() - interval '1 s',"
            + " owner_mark = '"
            + MarkText.write(mark)
            + "' WHERE id IN ("
            + ids
            + ")");
  }

  @Test
  void aMarkStandsInWhatIsClaimedAndInWhatIsClaimedFromThenOn() throws Exception {
    jobs.enqueue(0, 2);
    try (Claimant one = new Claimant(jobs.url()).open()) {
      one.engine().awaitDeliveries(2);
      result(one.source().mark(mark("me", 1), Claimant.LONG));
      assertThat(marks()).containsExactly(mark("me", 1));
      jobs.enqueue(2, 3);
      one.engine().awaitDeliveries(3);

      assertThat(jobs.one("SELECT count(*) FROM sluice_jobs WHERE owner_mark IS NULL"))
          .isEqualTo("0");
      OwnerMark draining = mark("me", 1).draining(Duration.ofSeconds(3));
      result(one.source().mark(draining, Claimant.LONG));
      assertThat(marks()).containsExactly(draining);
    }
  }

  @Test
  void whatIsDoneOrHandedBackBearsNoMark() throws Exception {
    jobs.enqueue(0, 4);
    try (Claimant one = new Claimant(jobs.url()).chunkRecords(4).open()) {
      List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(4);
      result(one.source().mark(mark("me", 1), Claimant.LONG));
      result(one.source().stopIntake());
      one.settle(Claimant.done(claimed.get(0)), back(claimed.subList(1, 2)));
      assertThat(jobs.column("SELECT id FROM sluice_jobs WHERE owner_mark IS NOT NULL")).hasSize(2);

      one.leave();

      assertThat(marks()).isEmpty();
    }
  }

  @Test
  void whoTakesOverIsToldOnceOfEachOwnerThatLeftItsLeasesBehind() throws Exception {
    jobs.enqueue(0, 30);
    OwnerMark killed = mark("pod-1", 7);
    OwnerMark cut = mark("pod-2", 8).draining(Duration.ofSeconds(10));
    leave(killed, "1, 2, 3, 4, 5, 6, 7");
    leave(cut.draining(Duration.ofSeconds(9)), "8");
    leave(cut, "9, 10");
    leave(cut.draining(Duration.ofSeconds(8)), "11");
    try (Claimant heir = new Claimant(jobs.url()).lease(SHORT).open()) {
      heir.engine().awaitDeliveries(30);

      assertThat(heir.engine().takenOver()).containsExactlyInAnyOrder(killed, cut);
      assertThat(jobs.column("SELECT DISTINCT attempts FROM sluice_jobs ORDER BY 1"))
          .as("what was reclaimed is its second try")
          .containsExactly("1", "2");
    }
  }

  @Test
  void aMarkThatNobodyCanReadHoldsNothingUp() throws Exception {
    jobs.enqueue(0, 2);
    leave(mark("pod-1", 7), "1, 2");
    jobs.run("UPDATE sluice_jobs SET owner_mark = 'from another world' WHERE id = 1");
    try (Claimant heir = new Claimant(jobs.url()).lease(SHORT).open()) {
      heir.engine().awaitDeliveries(2);

      assertThat(heir.engine().takenOver()).containsExactly(mark("pod-1", 7));
    }
  }
}
