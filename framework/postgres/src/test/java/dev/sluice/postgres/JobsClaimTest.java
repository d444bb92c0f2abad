package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SourceProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobsClaimTest {
  private final JobsDatabase jobs = new JobsDatabase().withTable();

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(SourceProvider.class))
        .anySatisfy(provider -> assertThat(provider.name()).isEqualTo("postgresJobs"));
  }

  @Test
  void settlesEachJobByItselfAndKeepsResumeStates() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).open()) {
      assertThat(one.source().capabilities())
          .containsExactlyInAnyOrder(
              Capability.INDIVIDUAL, Capability.RESUME_STATE, Capability.KEEPS_FAILED);
    }
  }

  @Test
  void everyJobGoesToOneOfTwoSources() throws Exception {
    jobs.enqueue(0, 2000);
    try (Claimant one = new Claimant(jobs.url()).chunkRecords(20).open();
        Claimant two = new Claimant(jobs.url()).chunkRecords(20).open()) {
      await()
          .atMost(JobsEngine.PATIENCE)
          .until(() -> one.engine().deliveries().size() + two.engine().deliveries().size() >= 2000);

      List<String> values =
          Stream.concat(one.engine().values().stream(), two.engine().values().stream()).toList();
      assertThat(values).hasSize(2000).doesNotHaveDuplicates();
      assertThat(one.engine().values()).isNotEmpty();
      assertThat(two.engine().values()).isNotEmpty();
    }
  }

  @Test
  void positionsAscendInOneLane() throws Exception {
    jobs.enqueue(0, 500);
    try (Claimant one = new Claimant(jobs.url()).chunkRecords(50).open()) {
      List<JobsEngine.Delivery> all = one.engine().awaitDeliveries(500);

      assertThat(all)
          .extracting(JobsEngine.Delivery::lane)
          .containsOnly(new LaneRef("jobs/default", 1));
      List<Long> positions = all.stream().map(JobsEngine.Delivery::position).toList();
      assertThat(positions).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void smallerPrioritiesComeFirstThenWhatWasDueEarlierThenTheOlderJob() throws Exception {
    jobs.enqueue("priority, run_at, payload", "5, now() - interval '9 min', 'fourth'");
    jobs.enqueue("priority, run_at, payload", "0, now() - interval '1 min', 'second'");
    jobs.enqueue("priority, run_at, payload", "0, now() - interval '2 min', 'first'");
    jobs.enqueue("priority, run_at, payload", "-1, now() - interval '1 s', 'urgent'");
    jobs.run(
        "INSERT INTO sluice_jobs (run_at, payload)"
            + " SELECT run_at, 'third' FROM sluice_jobs WHERE payload = 'second'");
    try (Claimant one = new Claimant(jobs.url()).open()) {
      one.engine().awaitDeliveries(5);

      assertThat(one.engine().values())
          .containsExactly("urgent", "first", "second", "third", "fourth");
    }
  }

  @Test
  void whatBecomesUrgentOvertakesALongQueue() throws Exception {
    jobs.enqueue(0, 6000);
    try (Claimant one = new Claimant(jobs.url()).chunkRecords(10).open()) {
      one.engine().awaitDeliveries(100);
      jobs.enqueue("priority, payload", "-1, 'urgent'");
      jobs.enqueue("run_at, payload", "now() - interval '1 hour', 'overdue'");
      List<String> order =
          one.engine().awaitDeliveries(6002).stream().map(JobsEngine.Delivery::value).toList();

      assertThat(order.indexOf("urgent")).isLessThan(6000);
      assertThat(order.indexOf("overdue")).isLessThan(6000);
      assertThat(order).doesNotHaveDuplicates();
    }
  }

  @Test
  void whatIsScheduledForLaterOrForAnotherQueueIsLeftAlone() throws Exception {
    jobs.enqueue("run_at, payload", "now() + interval '1 hour', 'later'");
    jobs.enqueue("queue, payload", "'other', 'elsewhere'");
    jobs.enqueue("payload", "'now'");
    try (Claimant one = new Claimant(jobs.url()).open()) {
      one.engine().awaitDeliveries(1);
      jobs.enqueue("payload", "'next'");
      one.engine().awaitDeliveries(2);

      assertThat(one.engine().values()).containsExactly("now", "next");
    }
  }

  @Test
  void aJobArrivesWithAllThatBelongsToIt() throws Exception {
    jobs.enqueue(
        "key, payload, headers, created_at",
        "'café', 'work', '{\"traceparent\": \"00-1\", \"n\": 7, \"none\": null}',"
            + " '2024-02-03 04:05:06.789Z'");
    jobs.enqueue("payload", "NULL");
    try (Claimant one = new Claimant(jobs.url()).open()) {
      List<JobsEngine.Delivery> both = one.engine().awaitDeliveries(2);

      JobsEngine.Delivery full = both.get(0);
      assertThat(full.key()).isEqualTo("café");
      assertThat(full.value()).isEqualTo("work");
      assertThat(full.timestamp()).isEqualTo(1_706_933_106_789L);
      assertThat(full.bytes()).isEqualTo(9);
      assertThat(full.header("traceparent")).contains("00-1");
      assertThat(full.header("n")).contains("7");
      assertThat(full.header("none")).isEmpty();
      assertThat(full.header("sluice-job-id")).contains("1");
      assertThat(full.header("sluice-job-attempt")).contains("1");
      assertThat(full.resumeState()).isEmpty();
      assertThat(both.get(1).key()).isNull();
      assertThat(both.get(1).value()).isNull();
      assertThat(both.get(1).bytes()).isZero();
    }
  }

  @Test
  void nothingIsClaimedWhileTheLaneIsPaused() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).open()) {
      LaneRef lane = one.engine().lane();
      one.source().pause(lane);
      // An answer to this comes after the pause has taken effect.
      result(one.source().idleness(Set.of()));
      jobs.enqueue(0, 10);
      try (Claimant other = new Claimant(jobs.url()).open()) {
        other.engine().awaitDeliveries(10);
        assertThat(one.engine().deliveries()).isEmpty();
        other.leave();
      }

      assertThat(jobs.count("available")).isEqualTo(10);
      one.source().resume(lane);

      one.engine().awaitDeliveries(10);
    }
  }

  @Test
  void aPauseOfAnEarlierGenerationChangesNothing() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).open()) {
      one.source().pause(new LaneRef("jobs/default", 99));
      jobs.enqueue(0, 10);

      one.engine().awaitDeliveries(10);
    }
  }

  @Test
  void nothingIsClaimedAfterTheIntakeHasStopped() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).open()) {
      result(one.source().stopIntake());
      jobs.enqueue(0, 10);
      try (Claimant other = new Claimant(jobs.url()).open()) {
        other.engine().awaitDeliveries(10);
      }

      assertThat(one.engine().deliveries()).isEmpty();
    }
  }

  @Test
  void payloadsOfOneClaimAreBounded() throws Exception {
    // Of a megabyte each, 40 of them.
    jobs.run(
        "INSERT INTO sluice_jobs (payload)"
            + " SELECT decode(repeat('ab', 1048576), 'hex') FROM generate_series(1, 40)");
    try (JobsTableRig rig = new JobsTableRig(jobs)) {
      List<Integer> sizes = new ArrayList<>();
      Set<Long> ids = new HashSet<>();
      while (ids.size() < 40) {
        List<ClaimedJob> claimed = result(rig.claim(100, 16 << 20, "me"));
        sizes.add(claimed.size());
        claimed.forEach(job -> ids.add(job.id()));
      }

      assertThat(sizes).containsExactly(16, 16, 8);
    }
  }

  @Test
  void aJobLargerThanTheBoundComesAlone() throws Exception {
    jobs.run(
        "INSERT INTO sluice_jobs (payload) SELECT decode(repeat('ab', 100), 'hex')"
            + " FROM generate_series(1, 2)");
    try (JobsTableRig rig = new JobsTableRig(jobs)) {
      assertThat(result(rig.claim(100, 10, "me"))).hasSize(1);
      assertThat(result(rig.claim(100, 10, "me"))).hasSize(1);
    }
  }

  @Test
  void closingHandsEverythingBackWithItsAttempt() throws Exception {
    jobs.enqueue(0, 10);
    try (Claimant one = new Claimant(jobs.url()).open()) {
      one.engine().awaitDeliveries(10);

      one.leave();

      assertThat(jobs.count("available")).isEqualTo(10);
      assertThat(jobs.column("SELECT DISTINCT attempts FROM sluice_jobs")).containsExactly("0");
    }
  }

  @Test
  void isIdleWhenNothingIsDueAndNothingClaimedByAnybody() throws Exception {
    jobs.enqueue("run_at, payload", "now() + interval '1 hour', 'later'");
    try (Claimant one = new Claimant(jobs.url()).open()) {
      assertThat(result(one.source().idleness(Set.of()))).isEqualTo(Idleness.IDLE);

      jobs.enqueue(0, 1);
      assertThat(result(one.source().idleness(Set.of()))).isEqualTo(Idleness.BEHIND);

      List<JobsEngine.Delivery> claimed = one.engine().awaitDeliveries(1);
      assertThat(result(one.source().idleness(Set.of()))).isEqualTo(Idleness.BEHIND);
      try (Claimant other = new Claimant(jobs.url()).open()) {
        assertThat(result(other.source().idleness(Set.of()))).isEqualTo(Idleness.BEHIND);
      }

      one.settle(Claimant.done(claimed));
      assertThat(result(one.source().idleness(Set.of()))).isEqualTo(Idleness.IDLE);
    }
  }

  @Test
  void aWaitingSourceNoticesAJobWithinItsPoll() throws Exception {
    try (Claimant one = new Claimant(jobs.url()).open()) {
      for (int i : IntStream.range(0, 3).toArray()) {
        jobs.enqueue(i, i + 1);
        await()
            .atMost(Duration.ofSeconds(10))
            .until(() -> one.engine().values().contains(Integer.toString(i)));
      }
    }
  }
}
