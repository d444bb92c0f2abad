package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumeState;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A source as the service loader would make it, and an engine that writes down. */
final class Claimant implements AutoCloseable {
  static final Duration LONG = Duration.ofSeconds(20);

  private final JobsEngine engine = new JobsEngine();
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final String url;
  private Duration lease = Duration.ofSeconds(30);
  private Clock clock = new SystemClock();
  private int chunkRecords = 100;
  private String queue = "default";
  private boolean createTable;
  private Duration poll = Duration.ofMillis(100);
  private PostgresJobsConfig.Wake wake = PostgresJobsConfig.Wake.NOTIFY;
  private JobOrder order = JobOrder.NONE;
  private Optional<Duration> keepDead = Optional.empty();
  private Set<String> kinds = Set.of();
  private Source source;
  private boolean closed;

  Claimant(String url) {
    this.url = url;
  }

  Claimant lease(Duration of) {
    lease = of;
    return this;
  }

  Claimant clock(Clock other) {
    clock = other;
    return this;
  }

  Claimant chunkRecords(int most) {
    chunkRecords = most;
    return this;
  }

  Claimant queue(String other) {
    queue = other;
    return this;
  }

  Claimant poll(Duration longest) {
    poll = longest;
    return this;
  }

  Claimant wake(PostgresJobsConfig.Wake how) {
    wake = how;
    return this;
  }

  Claimant orderByKey() {
    order = JobOrder.KEY;
    return this;
  }

  Claimant keepDead(Duration age) {
    keepDead = Optional.of(age);
    return this;
  }

  Claimant kinds(String... names) {
    kinds = Set.of(names);
    return this;
  }

  Claimant createTable() {
    createTable = true;
    return this;
  }

  private PostgresJobsConfig config() {
    return new PostgresJobsConfig(
        url,
        Optional.empty(),
        "sluice_jobs",
        queue,
        createTable,
        lease,
        poll,
        wake,
        order,
        Duration.ofHours(1),
        Duration.ofHours(24),
        keepDead);
  }

  /** The settings of a claimant that says no more than where. */
  static PostgresJobsConfig config(String url) {
    return new Claimant(url).config();
  }

  Future<Void> opening() {
    source =
        new PostgresJobsProvider()
            .create(
                config(),
                new SourceContext(
                        vertx,
                        clock,
                        "test",
                        new SourceContext.Figures(LONG, LONG, LONG, LONG),
                        chunkRecords)
                    .withKinds(kinds));
    return source.open(engine, LONG);
  }

  Claimant open() throws Exception {
    result(opening());
    return this;
  }

  Source source() {
    return source;
  }

  JobsEngine engine() {
    return engine;
  }

  /** The event loop that handlers share with the engine. */
  Vertx vertx() {
    return vertx;
  }

  SettleResult settle(Settlement... settlements) throws Exception {
    return result(source.settle(List.of(settlements), LONG));
  }

  /** One job is done. */
  static Settlement done(JobsEngine.Delivery job) {
    return new Settlement.Done(job.lane(), job.position(), job.position() + 1, 1);
  }

  /** A stretch of jobs is done. */
  static Settlement done(List<JobsEngine.Delivery> jobs) {
    return new Settlement.Done(lane(jobs), from(jobs), next(jobs), jobs.size());
  }

  /** A stretch of jobs is handed back. */
  static Settlement back(List<JobsEngine.Delivery> jobs, ResumeState... states) {
    return new Settlement.HandBack(
        lane(jobs), from(jobs), next(jobs), jobs.size(), List.of(states));
  }

  private static LaneRef lane(List<JobsEngine.Delivery> jobs) {
    return jobs.get(0).lane();
  }

  private static long from(List<JobsEngine.Delivery> jobs) {
    return jobs.get(0).position();
  }

  private static long next(List<JobsEngine.Delivery> jobs) {
    return jobs.get(jobs.size() - 1).position() + 1;
  }

  /** Closes the source only. */
  void leave() {
    closed = true;
    await(source.close(LONG));
  }

  @Override
  public void close() {
    engine.thaw();
    try {
      if (source != null && !closed) {
        leave();
      }
    } finally {
      await(vertx.close());
    }
  }

  private static void await(Future<Void> future) {
    try {
      result(future);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
