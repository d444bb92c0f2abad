package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** By what a job is known in transactions. */
class JobsIdentityTest {
  private final JobsDatabase jobs = new JobsDatabase().withTable();

  private List<String> claimed(String home) throws Exception {
    try (JobsTableRig rig = new JobsTableRig(jobs)) {
      JobsBatch batch = new JobsBatch(home, result(rig.claim(10, 1 << 20, "me")));
      return List.of(batch.id(0).orElseThrow(), batch.id(1).orElseThrow());
    }
  }

  @Test
  void aJobKeepsItAndThoseOfATableMadeAnewHaveOthers() throws Exception {
    jobs.enqueue(0, 2);
    List<String> first = claimed("sluice_jobs/default");
    jobs.run("UPDATE sluice_jobs SET state = 'available'");

    assertThat(claimed("sluice_jobs/default")).isEqualTo(first).doesNotHaveDuplicates();
    assertThat(first.get(0)).matches("sluice_jobs/default/1@[0-9]{16}");

    jobs.run("TRUNCATE sluice_jobs RESTART IDENTITY");
    jobs.enqueue(0, 2);

    List<String> anew = claimed("sluice_jobs/default");
    assertThat(anew).noneMatch(first::contains).allMatch(id -> id.matches(".*/[12]@.*"));
  }

  @Test
  void itNamesTheTableAndTheQueue() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).open()) {
      jobs.enqueue(0, 1);

      one.engine().awaitDeliveries(1);

      assertThat(one.engine().deliveries().get(0).id()).startsWith("sluice_jobs/default/1@");
    }
  }
}
