package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.back;
import static dev.sluice.postgres.Claimant.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.Carried;
import dev.sluice.progress.ResumeState;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobsStatesTest {
  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Jobs {@code 0..count-1} in the hands of a source that claims nothing more. */
  private List<JobsEngine.Delivery> claimedBy(Claimant claimant, int count) throws Exception {
    jobs.enqueue(0, count);
    claimant.open();
    List<JobsEngine.Delivery> claimed = claimant.engine().awaitDeliveries(count);
    claimant.source().pause(claimant.engine().lane());
    return claimed;
  }

  @Test
  void resumeStatesComeWithTheJobWhoeverGetsIt() throws Exception {
    try (Claimant one = new Claimant(jobs.url());
        Claimant two = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 3);

      one.settle(back(claimed, new ResumeState(claimed.get(1).position(), bytes("page 7"))));

      two.open();
      List<JobsEngine.Delivery> again = two.engine().awaitDeliveries(3);
      assertThat(again)
          .extracting(job -> job.resumeState().orElse("none"))
          .containsExactly("none", "page 7", "none");
      two.source().pause(two.engine().lane());
      // Handed back without a state it keeps the one it has.
      two.settle(back(again));
      one.source().resume(one.engine().lane());
      assertThat(one.engine().awaitDeliveries(6).subList(3, 6))
          .extracting(job -> job.resumeState().orElse("none"))
          .containsExactly("none", "page 7", "none");
    }
  }

  @Test
  void whatACheckpointCarriesIsKeptWithTheJobItNames() throws Exception {
    try (Claimant one = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 3);
      ResumeState state = new ResumeState(claimed.get(1).position(), bytes("half"));

      one.settle(
          new Settlement.Done(
              claimed.get(0).lane(),
              claimed.get(0).position(),
              claimed.get(1).position(),
              1,
              new Carried(List.of(), List.of(state))));

      assertThat(jobs.column("SELECT state FROM sluice_jobs ORDER BY id"))
          .containsExactly("done", "claimed", "claimed");
      assertThat(
              jobs.column(
                  "SELECT coalesce(convert_from(resume_state, 'UTF8'), 'none')"
                      + " FROM sluice_jobs ORDER BY id"))
          .containsExactly("none", "half", "none");
      one.settle(done(claimed.subList(1, 3)));
      assertThat(jobs.count("done")).isEqualTo(3);
    }
  }

  @Test
  void whatIsCarriedByASettlementWithoutRecordsIsKeptToo() throws Exception {
    try (Claimant one = new Claimant(jobs.url())) {
      List<JobsEngine.Delivery> claimed = claimedBy(one, 2);
      long at = claimed.get(0).position();
      Settlement.Done alone =
          new Settlement.Done(
              claimed.get(0).lane(),
              at,
              at,
              0,
              new Carried(List.of(), List.of(new ResumeState(at, bytes("half")))));

      assertThat(one.settle(alone)).isEqualTo(SettleResult.settled(List.of(alone)));
      assertThat(jobs.count("claimed")).isEqualTo(2);
      assertThat(
              jobs.column(
                  "SELECT coalesce(convert_from(resume_state, 'UTF8'), 'none')"
                      + " FROM sluice_jobs ORDER BY id"))
          .containsExactly("half", "none");
      one.settle(done(claimed));
      assertThat(jobs.count("done")).isEqualTo(2);
    }
  }
}
