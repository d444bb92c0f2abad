package dev.sluice.rabbitmq;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that keep no process alive: one may hang in a socket for as long as a broker likes. */
final class DaemonThreads implements ThreadFactory {
  private final AtomicInteger number = new AtomicInteger();
  private final String name;

  private DaemonThreads(String name) {
    this.name = name;
  }

  /**
   * As many as are needed, gone a second after they are not. Never shut down: a connection that
   * ends late still runs something there.
   */
  static ExecutorService named(String name) {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        1,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        new DaemonThreads(name));
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name + "-" + number.getAndIncrement());
    thread.setDaemon(true);
    return thread;
  }
}
