package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.testkit.StopReport;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Attempts and cancelling with the real engine and a real database. */
class JobsAttemptsTest {
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(20));

  private final JobsDatabase jobs = new JobsDatabase().withTable();
  private final Collection<List<String>> tries = new ConcurrentLinkedQueue<>();

  private static List<String> values(Chunk<String> chunk) {
    return chunk.records().stream().map(SourceRecord::value).toList();
  }

  private ChunkHandler<String> failingOn(String poison) {
    return ChunkHandler.of(
        LIMITS,
        (chunk, context) -> {
          tries.add(values(chunk));
          return values(chunk).contains(poison)
              ? Future.failedFuture(new IllegalStateException("can't do " + poison))
              : Future.succeededFuture(Outcome.DONE);
        });
  }

  private void awaitState(String state, int count) {
    await().atMost(JobsEngine.PATIENCE).until(() -> jobs.count(state), n -> n == count);
  }

  @Test
  void aFailingJobUsesItsAttemptsUpOverSeveralWorkersAndIsKeptAsDead() throws Exception {
    jobs.enqueue(0, 40);
    try (JobsWorker first = new JobsWorker(jobs.url(), failingOn("7"), 100, 16)) {
      await()
          .atMost(JobsEngine.PATIENCE)
          .until(() -> jobs.one("SELECT attempts > 2 FROM sluice_jobs WHERE id = 8"), "t"::equals);
      awaitState("done", 39);
      StopReport report = first.stop();
      assertThat(report.outcome()).isEqualTo("clean");
      assertThat(report.unaccounted()).isZero();
    }
    int used = Integer.parseInt(jobs.one("SELECT attempts FROM sluice_jobs WHERE id = 8"));
    assertThat(jobs.one("SELECT state FROM sluice_jobs WHERE id = 8")).isEqualTo("available");
    try (JobsWorker second = new JobsWorker(jobs.url(), failingOn("7"), used + 2, 16)) {
      awaitState("dead", 1);
      assertThat(second.stop().unaccounted()).isZero();
    }

    assertThat(jobs.one("SELECT attempts || last_error FROM sluice_jobs WHERE state = 'dead'"))
        .isEqualTo(used + 2 + "IllegalStateException: can't do 7");
    assertThat(jobs.one("SELECT max(attempts) FROM sluice_jobs WHERE state = 'done'"))
        .as("only the failing job is charged")
        .isEqualTo("1");
    int bound = 2 + 2 * 4;
    for (int i = 0; i < 40; i++) {
      String other = Integer.toString(i);
      if (i != 7) {
        assertThat(tries.stream().filter(chunk -> chunk.contains(other)).count())
            .as("tries of %s", other)
            .isBetween(1L, (long) bound);
      }
    }
  }

  @Test
  void aRunningJobIsCancelledAndItsNeighboursAreDone() throws Exception {
    jobs.enqueue(0, 3);
    CountDownLatch ended = new CountDownLatch(1);
    ChunkHandler<String> handler =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              tries.add(values(chunk));
              return values(chunk).contains("1")
                  ? context.ended().onComplete(over -> ended.countDown()).map(Outcome.DONE)
                  : Future.succeededFuture(Outcome.DONE);
            });
    try (JobsWorker worker = new JobsWorker(jobs.url(), handler, 3, 3)) {
      await().atMost(JobsEngine.PATIENCE).until(() -> tries.size() > 0);
      jobs.run("UPDATE sluice_jobs SET cancel_requested = true WHERE id = 2");

      awaitState("cancelled", 1);
      ended.await();
      awaitState("done", 2);
      assertThat(worker.counts().unaccounted()).isZero();
      assertThat(worker.stop().outcome()).isEqualTo("clean");
    }
    assertThat(jobs.one("SELECT id || ' ' || attempts FROM sluice_jobs WHERE state = 'cancelled'"))
        .isEqualTo("2 0");
    assertThat(jobs.one("SELECT max(attempts) FROM sluice_jobs")).isEqualTo("1");
  }

  /** Waits until it is interrupted. */
  private static final class Waits implements BlockingChunkHandler<String> {
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public TaskLimits limits() {
      return LIMITS;
    }

    @Override
    public Outcome handle(Chunk<String> chunk, BlockingChunkContext<String> context)
        throws InterruptedException {
      inside.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        interrupted.countDown();
        throw e;
      }
      return Outcome.DONE;
    }
  }

  @Test
  void codeThatBlocksIsInterrupted() throws Exception {
    jobs.enqueue(0, 1);
    Waits handler = new Waits();
    try (JobsWorker worker = new JobsWorker(jobs.url(), handler, 3, 3)) {
      handler.inside.await();
      jobs.run("UPDATE sluice_jobs SET cancel_requested = true");

      awaitState("cancelled", 1);
      handler.interrupted.await();
      assertThat(worker.counts().unaccounted()).isZero();
      assertThat(worker.counts().delayed()).isZero();
    }
  }

  @Test
  void cancellingAndFinishingEndsEachJobInOneWay() throws Exception {
    jobs.enqueue(0, 400);
    ChunkHandler<String> handler =
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              tries.add(values(chunk));
              return Future.succeededFuture(Outcome.DONE);
            });
    try (JobsWorker worker = new JobsWorker(jobs.url(), handler, 3, 5)) {
      await()
          .atMost(JobsEngine.PATIENCE)
          .until(
              () -> {
                jobs.run(
                    "UPDATE sluice_jobs SET cancel_requested = true"
                        + " WHERE state = 'claimed' AND id % 3 = 0");
                return jobs.count("done") + jobs.count("cancelled") == 400;
              });
      StopReport report = worker.stop();
      assertThat(report.unaccounted()).isZero();
      assertThat(report.exitCode()).isZero();
    }
    assertThat(jobs.one("SELECT count(*) FROM sluice_jobs WHERE cancel_requested")).isEqualTo("0");
  }
}
