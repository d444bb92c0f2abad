package dev.sluice.benchmarks.jobs;

import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.database.SideConnection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends a lap when every job is finished in the table, whenever its handler ran: a job whose end is
 * not written yet is not done. Looks at the table only when all jobs were handled. Thread-safe.
 */
final class TableWatch implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final JobsLap order;
  private final LapWatch watch;
  private final String unfinished;
  private final String finished;
  private final AtomicInteger handled = new AtomicInteger();
  private final CountDownLatch allHandled = new CountDownLatch(1);
  private final Thread thread = new Thread(this::look, "table-watch");
  private volatile boolean closed;

  /**
   * @param unfinished asks whether there are jobs that are not finished: 0 or more
   * @param finished asks how many are
   */
  TableWatch(JobsLap order, LapWatch watch, String unfinished, String finished) {
    this.order = order;
    this.watch = watch;
    this.unfinished = unfinished;
    this.finished = finished;
    thread.start();
  }

  /** So many jobs have come to a handler that has nothing to do with them. */
  void handled(int jobs) {
    watch.begin();
    if (handled.addAndGet(jobs) >= order.records()) {
      allHandled.countDown();
    }
  }

  private void look() {
    try (SideConnection database = new SideConnection(order.database())) {
      allHandled.await();
      while (!closed && database.number(unfinished) > 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      if (handled.get() >= order.records()) {
        watch.done(order.records());
        check(database.number(finished));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** More than there are makes a lap that does not count. */
  private void check(long inTable) {
    if (handled.get() != order.records() || inTable != order.records()) {
      System.err.printf(
          "%d of %d jobs were handled, %d are finished%n", handled.get(), order.records(), inTable);
      watch.done(1);
    }
  }

  @Override
  public void close() {
    closed = true;
    allHandled.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
