package dev.sluice.benchmarks.contest;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends a lap when the server has every record as done, whenever its handler ran: what is not
 * written or acknowledged there yet is not done. Looks at the server only when all were handled.
 * Thread-safe.
 */
public final class ServerWatch implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final int records;
  private final LapWatch watch;
  private final Callable<? extends View> view;
  private final AtomicInteger handled = new AtomicInteger();
  private final CountDownLatch allHandled = new CountDownLatch(1);
  private final Thread thread = new Thread(this::look, "server-watch");
  private volatile boolean closed;

  /** A view of the server. Used by one thread. */
  public interface View extends AutoCloseable {

    /** Whether anything is left to be done. Blocks. */
    boolean unfinished() throws Exception;

    /** How many are done, asked once nothing is left. Blocks. */
    long finished() throws Exception;

    @Override
    void close();
  }

  /**
   * Starts to wait.
   *
   * @param records how many there are
   * @param view opened at once, on a thread of its own
   */
  public ServerWatch(int records, LapWatch watch, Callable<? extends View> view) {
    this.records = records;
    this.watch = watch;
    this.view = view;
    thread.start();
  }

  /** So many records have come to a handler that has nothing to do with them. */
  public void handled(int more) {
    watch.begin();
    if (handled.addAndGet(more) >= records) {
      allHandled.countDown();
    }
  }

  private void look() {
    try (View server = view.call()) {
      allHandled.await();
      while (!closed && server.unfinished()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      if (handled.get() >= records) {
        watch.done(records);
        check(server.finished());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** More than there are makes a lap that does not count. */
  private void check(long finished) {
    if (handled.get() != records || finished != records) {
      System.err.printf(
          "%d of %d were handled, %d are finished%n", handled.get(), records, finished);
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
