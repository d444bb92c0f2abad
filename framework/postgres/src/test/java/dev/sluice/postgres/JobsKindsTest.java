package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.done;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Idleness;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobsKindsTest {
  private static final LaneRef IMPORTS = new LaneRef("jobs/default/import", 1);
  private static final LaneRef MAILS = new LaneRef("jobs/default/mail", 1);

  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private static List<JobsEngine.Delivery> of(LaneRef lane, Claimant one) {
    return one.engine().deliveries().stream().filter(job -> job.lane().equals(lane)).toList();
  }

  @Test
  void eachKindHasALaneOfItsOwn() throws Exception {
    jobs.enqueue("kind, payload", "'import', 'a file'");
    jobs.enqueue("kind, payload", "'mail', 'a letter'");
    try (Claimant one = new Claimant(jobs.url()).kinds("mail", "import").open()) {
      one.engine().awaitDeliveries(2);

      assertThat(one.engine().opened()).containsExactlyInAnyOrder(IMPORTS, MAILS);
      assertThat(of(IMPORTS, one)).extracting(JobsEngine.Delivery::value).containsExactly("a file");
      assertThat(of(MAILS, one)).extracting(JobsEngine.Delivery::value).containsExactly("a letter");
      assertThat(one.source().kind(IMPORTS)).contains("import");
      assertThat(one.source().kind(MAILS)).contains("mail");
    }
  }

  @Test
  void jobsOfKindsWithoutAHandlerAreLeftAlone() throws Exception {
    jobs.enqueue("kind, payload", "'other', 'not ours'");
    jobs.enqueue("kind, payload", "'mail', 'ours'");
    try (Claimant one = new Claimant(jobs.url()).kinds("mail").open()) {
      one.settle(done(one.engine().awaitDeliveries(1)));

      assertThat(result(one.source().idleness(Set.of()))).isEqualTo(Idleness.IDLE);
      assertThat(one.engine().values()).containsExactly("ours");
      assertThat(jobs.one("SELECT payload FROM sluice_jobs WHERE state = 'available'"))
          .isEqualTo("\\x6e6f74206f757273");
    }
  }

  @Test
  void oneHandlerTakesJobsOfEveryKindInOneOrder() throws Exception {
    jobs.enqueue("kind, payload, run_at", "'b', 'second', now() - interval '2 min'");
    jobs.enqueue("kind, payload, run_at", "'a', 'third', now() - interval '1 min'");
    jobs.enqueue("kind, payload, run_at", "'a', 'first', now() - interval '3 min'");
    try (Claimant one = new Claimant(jobs.url()).open()) {
      one.engine().awaitDeliveries(3);

      assertThat(one.engine().values()).containsExactly("first", "second", "third");
      assertThat(one.source().kind(new LaneRef("jobs/default", 1))).isEmpty();
    }
  }

  @Test
  void oneCallSettlesJobsOfSeveralKinds() throws Exception {
    jobs.enqueue("kind, payload", "'import', '1'");
    jobs.enqueue("kind, payload", "'mail', '2'");
    try (Claimant one = new Claimant(jobs.url()).kinds("mail", "import").open()) {
      one.engine().awaitDeliveries(2);

      assertThat(one.settle(done(of(IMPORTS, one)), done(of(MAILS, one))).settled()).hasSize(2);
      assertThat(jobs.count("done")).isEqualTo(2);
    }
  }

  @Test
  void aPausedKindDoesNotHoldTheOthersUp() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).kinds("mail", "import").open()) {
      one.source().pause(MAILS);
      // An answer to this comes after the pause has taken effect.
      result(one.source().idleness(Set.of()));
      jobs.enqueue("kind, payload", "'mail', 'waits'");
      jobs.enqueue("kind, payload", "'import', 'goes on'");
      one.engine().awaitDeliveries(1);
      assertThat(one.engine().values()).containsExactly("goes on");

      one.source().resume(MAILS);

      one.engine().awaitDeliveries(2);
      assertThat(of(MAILS, one)).hasSize(1);
    }
  }

  @Test
  void aLeaseThatIsTakenEndsTheLaneOfItsKindOnly() throws Exception {
    jobs.enqueue("kind, payload", "'import', '1'");
    jobs.enqueue("kind, payload", "'mail', '2'");
    try (Claimant one = new Claimant(jobs.url()).kinds("mail", "import").open()) {
      one.engine().awaitDeliveries(2);
      jobs.run(
          "UPDATE sluice_jobs SET token = nextval('sluice_jobs_claims') WHERE kind = 'import'");

      result(one.source().mark(JobsMarkTest.mark("me", 1), Claimant.LONG));

      assertThat(one.engine().lost()).containsExactly(IMPORTS);
      assertThat(one.engine().opened()).contains(new LaneRef(IMPORTS.name(), 2));
      assertThat(one.settle(done(of(MAILS, one))).settled()).hasSize(1);
    }
  }
}
