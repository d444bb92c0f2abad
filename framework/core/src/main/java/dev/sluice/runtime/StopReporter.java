package dev.sluice.runtime;

import dev.sluice.drain.DrainEffect;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what a stop says: progress lines, and the report exactly once. Thread-safe. */
final class StopReporter {
  private static final Logger LOGGER = LoggerFactory.getLogger(StopReporter.class);

  private final Clock clock;
  private final LastWords words;
  private final Tally tally;
  private final Phases phases;
  private final AtomicBoolean reported = new AtomicBoolean();
  private final CountDownLatch written = new CountDownLatch(1);
  private volatile EngineSnapshot snapshot;

  StopReporter(Clock clock, LastWords words, Tally tally, Phases phases) {
    this.clock = clock;
    this.words = words;
    this.tally = tally;
    this.phases = phases;
    this.snapshot = EngineSnapshot.empty(clock.nanos());
  }

  void publish(EngineSnapshot now) {
    snapshot = now;
  }

  EngineSnapshot snapshot() {
    return snapshot;
  }

  /** One line while a stop runs, on standard output and as the termination message. */
  void draining(StopRequest request, Window window) {
    String line =
        "{\"event\":\"draining\",\"elapsedMs\":"
            + clock.since(request.atNanos()).toMillis()
            + ",\"windowMs\":"
            + window.whole().toMillis()
            + ",\"inFlight\":"
            + tally.triesInFlight.get()
            + "}";
    words.line(line);
    words.termination(line);
  }

  /** The report of a stop that went through its phases. */
  void report(DrainEffect.Report end, Window window) {
    write(end, window, DrainReport.Counts.of(tally, 0));
  }

  /** The report of a stop that is ended from outside: whatever is not settled is handed back. */
  void reportCutShort(DrainEffect.Report end, Window window) {
    long left =
        tally.received.get() - tally.settled.get() - tally.skipped.get() - tally.handedBack.get();
    tally.handedBack.addAndGet(left);
    tally.drainCut.addAndGet(tally.triesInFlight.get());
    DrainReport.Counts counts = DrainReport.Counts.of(tally, 0);
    write(end, window, counts.withUnaccounted(snapshot.unaccounted()));
  }

  private void write(DrainEffect.Report end, Window window, DrainReport.Counts counts) {
    if (reported.compareAndSet(false, true)) {
      phases.end();
      DrainReport report =
          new DrainReport(
              window.pipeline(), end, window.whole(), phases.list(), counts, snapshot.positions());
      words.line(report.line());
      words.termination(report.terminationMessage());
      written.countDown();
    }
  }

  /**
   * Waits, bounded, for a report that another thread is writing: a halt in the middle of it would
   * lose it. Blocks.
   */
  void awaitWritten(Duration atMost) {
    try {
      boolean inTime = written.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
      LOGGER.debug("the report is {}", inTime ? "written" : "held up");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
