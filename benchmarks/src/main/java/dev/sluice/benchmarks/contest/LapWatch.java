package dev.sluice.benchmarks.contest;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Times a lap and counts what is done. Thread-safe. */
public final class LapWatch {
  private final int expected;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicLong begun = new AtomicLong();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile long ended;

  LapWatch(int expected) {
    this.expected = expected;
  }

  /** Records have come; the first time counts. */
  public void begin() {
    if (begun.get() == 0) {
      begun.compareAndSet(0, System.nanoTime());
    }
  }

  /** So many more records are done. */
  public void done(int records) {
    if (done.addAndGet(records) == expected) {
      ended = System.nanoTime();
      over.countDown();
    }
  }

  int done() {
    return done.get();
  }

  /** Waits for the end; false when it does not come. Blocks. */
  boolean await(long seconds) throws InterruptedException {
    return over.await(seconds, TimeUnit.SECONDS);
  }

  long nanos() {
    return ended - begun.get();
  }
}
