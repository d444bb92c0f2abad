package dev.sluice.rabbitmq;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that keep no process alive: one may hang in a socket for as long as a broker likes. */
final class DaemonThreads implements ThreadFactory {
  private final AtomicInteger number = new AtomicInteger();
  private final String name;

  private DaemonThreads(String name) {
    this.name = name;
  }

  /** As many as are needed, gone when they are not. */
  static ExecutorService named(String name) {
    return Executors.newCachedThreadPool(new DaemonThreads(name));
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name + "-" + number.getAndIncrement());
    thread.setDaemon(true);
    return thread;
  }
}
