package dev.sluice.benchmarks.jobs;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import dev.sluice.benchmarks.database.SideConnection;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/**
 * JobRunr over its own tables, which it makes itself, with 64 workers, so that it fetches up to 64
 * jobs at once, and the shortest poll interval that it allows; it fetches whenever workers are
 * free, too.
 */
final class JobRunrServer implements Contestant<JobsLap> {
  private static final int WORKERS = 64;
  private static final int POLL_SECONDS = 5;

  // Handlers are made by their library.
  private static final AtomicReference<ServerWatch> CURRENT = new AtomicReference<>();

  @Override
  public AutoCloseable start(JobsLap order, LapWatch watch) throws Exception {
    HikariDataSource pool = JdbcPool.open(order, Math.min(WORKERS, 32) + 4);
    JobRequestScheduler jobs =
        JobRunr.configure()
            .useStorageProvider(new PostgresStorageProvider(pool))
            .useBackgroundJobServer(
                usingStandardBackgroundJobServerConfiguration()
                    .andWorkerCount(WORKERS)
                    .andPollIntervalInSeconds(POLL_SECONDS),
                false)
            .initialize()
            .getJobRequestScheduler();
    String payload = "j".repeat(JobsLap.PAYLOAD);
    try (SideConnection database = new SideConnection(order.database())) {
      database.execute("TRUNCATE jobrunr_jobs");
      jobs.enqueue(IntStream.range(0, order.records()).mapToObj(i -> new Job(payload)));
      database.settle("jobrunr_jobs");
    }
    ServerWatch table =
        JobsTable.watched(
            order,
            watch,
            "SELECT EXISTS (SELECT FROM jobrunr_jobs WHERE state = 'ENQUEUED')::int"
                + " + EXISTS (SELECT FROM jobrunr_jobs WHERE state = 'PROCESSING')::int",
            "SELECT count(*) FROM jobrunr_jobs WHERE state = 'SUCCEEDED'");
    CURRENT.set(table);
    JobRunr.getBackgroundJobServer().start();
    return () -> {
      try (table;
          pool) {
        JobRunr.destroy();
      }
    };
  }

  /** A job that does nothing. */
  public static final class Job implements JobRequest {
    private String payload;

    /** For JSON. */
    public Job() {}

    Job(String payload) {
      this.payload = payload;
    }

    /** What travels with it. */
    public String getPayload() {
      return payload;
    }

    @Override
    public Class<Nothing> getJobRequestHandler() {
      return Nothing.class;
    }
  }

  /** Does nothing. */
  public static final class Nothing implements JobRequestHandler<Job> {
    /** For the library. */
    public Nothing() {}

    @Override
    public void run(Job job) {
      if (job.getPayload().length() != JobsLap.PAYLOAD) {
        throw new IllegalStateException("a payload of another size");
      }
      CURRENT.get().handled(1);
    }
  }
}
