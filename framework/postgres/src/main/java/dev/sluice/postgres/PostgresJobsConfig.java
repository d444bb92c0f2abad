package dev.sluice.postgres;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code pipeline.source.postgresJobs} of {@code pipeline.yaml}.
 *
 * @param url where the database is and who connects
 * @param passwordFile a file with the password, read again for every new connection
 * @param table the table that holds the jobs
 * @param queue whose jobs are claimed
 * @param createTable whether the table is made when it is missing, or brought up to date
 * @param lease how long a claim holds without being renewed
 * @param poll the longest pause between two looks at a queue with nothing in it
 * @param wake how a waiting worker hears of new jobs
 * @param order what order jobs keep beyond that of their priorities and times
 * @param keepDone how long finished jobs stay in the table
 * @param keepCancelled how long cancelled jobs stay in the table
 * @param keepDead how long dead jobs stay in the table; for ever if empty
 */
public record PostgresJobsConfig(
    @Setting(
            doc =
                "Where to connect: postgresql://user:password@host:port/database; sslmode and other"
                    + " parameters follow a question mark.")
        String url,
    @Setting(
            doc =
                "File with the password, read for every new connection so that it can be rotated;"
                    + " then none stands in the URL.")
        Optional<String> passwordFile,
    @Setting(doc = "Table with the jobs, if need be with its schema.", value = "sluice_jobs")
        String table,
    @Setting(doc = "Queue whose jobs are claimed.", value = "default", min = "1", max = "100")
        String queue,
    @Setting(
            doc =
                "Make the table when it is missing, and bring an older one up to date; otherwise the"
                    + " worker only looks.",
            value = "false")
        boolean createTable,
    @Setting(
            doc =
                "How long a claim holds without being renewed, which happens three times as often: a"
                    + " killed worker's jobs come again after it.",
            value = "30s",
            min = "1s",
            max = "1h")
        Duration lease,
    @Setting(
            doc = "Longest pause between two looks at a queue that has nothing to claim.",
            value = "500ms",
            min = "10ms",
            max = "1m")
        Duration poll,
    @Setting(
            doc =
                "How a waiting worker hears of new jobs: by notifications (LISTEN) where they arrive,"
                    + " beside polling, or by polling only.",
            value = "notify")
        Wake wake,
    @Setting(
            doc =
                "With key, of the jobs of one key only the first that has not ended is worked on;"
                    + " with none all that are due.",
            value = "none")
        JobOrder order,
    @Setting(
            doc = "How long finished jobs stay in the table.",
            value = "1h",
            min = "1m",
            max = "8760h")
        Duration keepDone,
    @Setting(
            doc = "How long cancelled jobs stay in the table.",
            value = "24h",
            min = "1m",
            max = "8760h")
        Duration keepCancelled,
    @Setting(
            doc = "How long dead jobs stay in the table; for ever unless given.",
            min = "1m",
            max = "8760h")
        Optional<Duration> keepDead) {

  /** How a waiting worker hears of new jobs. */
  public enum Wake {
    /** Whoever enqueues a job notifies; polling finds the rest. */
    NOTIFY,
    /** By polling only. */
    POLL
  }

  /**
   * @throws InvalidSetting when the URL can't be read or gives a second password, or the table's
   *     name is none
   */
  public PostgresJobsConfig {
    Address.withOnePassword(url, passwordFile);
    TableName.of(table);
  }

  DatabaseSettings database(String key) {
    Duration third = lease.dividedBy(3);
    return new DatabaseSettings(
        key,
        address().preparing(),
        passwordFile,
        // One each to claim, settle, renew and tidy up, and one for a question between. Claims of
        // several kinds share: each takes milliseconds.
        5,
        third,
        third,
        Duration.ZERO,
        // A renewal on a connection that says nothing must fail while there is time for another.
        third);
  }

  /** Whether a connection beside the pool waits for notifications. */
  boolean listens() {
    return wake == Wake.NOTIFY && !address().pooled();
  }

  Address address() {
    return Address.of(url);
  }

  TableName tableName() {
    return TableName.of(table);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "PostgresJobsConfig[" + address() + ", table=" + table + ", queue=" + queue + "]";
  }
}
