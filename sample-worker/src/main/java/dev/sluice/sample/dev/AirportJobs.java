package dev.sluice.sample.dev;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sees that there is a job to do: one imports the file that comes with the jar, unless one that was
 * begun is still to be finished.
 */
final class AirportJobs implements AutoCloseable {
  /** Below the data directory. */
  static final String DIRECTORY = "airports";

  private static final String FILE = "airports.csv";
  private static final String THERE =
      "SELECT EXISTS (SELECT FROM pg_proc WHERE proname = 'sluice_enqueue')";
  // One that was begun is not finished: the key makes this a second mention of the same job.
  private static final String ENQUEUE =
      "SELECT sluice_enqueue('import-airports', '{\"file\": \"airports.csv\", \"batch\": 100}',"
          + " unique_key => 'airports.csv')";
  private static final long LOOK_MILLIS = 50;

  private final Path directory;
  private final Supplier<Connection> database;
  private final CountDownLatch closed = new CountDownLatch(1);

  AirportJobs(Path dataDir, Supplier<Connection> database) {
    this.directory = dataDir.resolve(DIRECTORY);
    this.database = database;
  }

  /** At once, or when the worker has made the table of jobs. */
  void enqueue() throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      try (InputStream in = AirportJobs.class.getResourceAsStream("/data/" + FILE)) {
        Files.copy(in, file);
      }
    }
    if (!enqueued()) {
      Thread later = new Thread(this::enqueueWhenThere, "airport-jobs");
      later.setDaemon(true);
      later.start();
    }
  }

  private void enqueueWhenThere() {
    try {
      while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && !enqueued()) {
        // Once more.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (closed.getCount() > 0) {
        System.err.println("no job was enqueued: " + e.getMessage());
      }
    }
  }

  private boolean enqueued() {
    try (Connection connection = database.get();
        Statement statement = connection.createStatement()) {
      try (ResultSet there = statement.executeQuery(THERE)) {
        there.next();
        if (!there.getBoolean(1)) {
          return false;
        }
      }
      return statement.execute(ENQUEUE);
    } catch (SQLException e) {
      throw new IllegalStateException("the job can't be enqueued", e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
