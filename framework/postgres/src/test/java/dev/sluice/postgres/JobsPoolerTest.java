package dev.sluice.postgres;

import static dev.sluice.postgres.Claimant.done;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.time.SystemClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Behind a real pgbouncer that shares connections by transaction. */
class JobsPoolerTest {
  private static final int FEW = 3;
  private static final Logger NEWS = (Logger) LoggerFactory.getLogger(JobsNews.class);

  private final ListAppender<ILoggingEvent> said = new ListAppender<>();
  private final JobsDatabase jobs = new JobsDatabase().withTable();
  private PgBouncer pooler;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(
        PgBouncer.program().isPresent(),
        "pgbouncer is not installed; on Debian: apt-get install pgbouncer");
    pooler = new PgBouncer(jobs.url(), FEW);
    said.start();
    NEWS.addAppender(said);
  }

  @AfterEach
  void stop() {
    NEWS.detachAppender(said);
    if (pooler != null) {
      pooler.close();
    }
  }

  private String url() {
    return pooler.url(jobs.url()) + "?pooler=transaction";
  }

  @Test
  void jobsAreClaimedAndSettledByMoreWorkersThanThereAreConnections() throws Exception {
    jobs.enqueue(0, 1000);
    try (Claimant one = new Claimant(url()).chunkRecords(20).lease(Duration.ofSeconds(9)).open();
        Claimant two = new Claimant(url()).chunkRecords(20).lease(Duration.ofSeconds(9)).open()) {
      await()
          .atMost(JobsEngine.PATIENCE)
          .until(() -> one.engine().deliveries().size() + two.engine().deliveries().size() == 1000);
      for (Claimant each : List.of(one, two)) {
        result(each.source().mark(JobsMarkTest.mark("pod", 1), Claimant.LONG));
        if (!each.engine().deliveries().isEmpty()) {
          assertThat(each.settle(done(each.engine().deliveries())).stale()).isEmpty();
        }
      }

      assertThat(jobs.count("done")).isEqualTo(1000);
      assertThat(Stream.concat(one.engine().values().stream(), two.engine().values().stream()))
          .doesNotHaveDuplicates();
      jobs.enqueue(1000, 1001);
      await()
          .atMost(JobsEngine.PATIENCE)
          .until(() -> one.engine().deliveries().size() + two.engine().deliveries().size() == 1001);
    }
    assertThat(jobs.count("available")).isEqualTo(1);
    assertThat(said.list).isEmpty();
  }

  @Test
  void theTableIsMadeThroughThePooler() throws Exception {
    jobs.run("DROP TABLE sluice_jobs; DROP SEQUENCE sluice_jobs_claims");
    try (Claimant one = new Claimant(url()).createTable().open()) {
      jobs.enqueue(0, 1);

      one.engine().awaitDeliveries(1);
    }
  }

  /** As with a pooler that keeps prepared statements apart, where nothing else would tell. */
  @Test
  void notificationsThatDoNotArriveAreNoticedAndSaidOnce() throws Exception {
    PrivateLoop loop = new PrivateLoop();
    Database database =
        new Database(Claimant.config(url()).database("test"), loop.vertx(), new SystemClock());
    CountDownLatch missed = new CountDownLatch(1);
    JobsNews news =
        new JobsNews(
            database, loop.timers(), TableName.of("sluice_jobs"), heard -> {}, missed::countDown);
    try {
      loop.run(news::start);
      assertThat(missed.await(30, TimeUnit.SECONDS)).isTrue();
      await().atMost(JobsEngine.PATIENCE).until(() -> !said.list.isEmpty());

      assertThat(said.list).hasSize(1);
      assertThat(said.list.get(0).getFormattedMessage())
          .contains("do not arrive")
          .contains("?pooler=transaction")
          .contains("wake: poll");
    } finally {
      loop.run(news::stop);
      result(loop.close());
    }
  }
}
