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

  /** Enough to write a line, little enough not to matter beside any window. */
  private static final Duration WRITTEN_WITHIN = Duration.ofMillis(500);

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
    terminationUnlessReported(line);
  }

  /** A progress line that was held up must not replace the report. */
  private synchronized void terminationUnlessReported(String line) {
    if (!reported.get()) {
      words.termination(line);
    }
  }

  private synchronized void termination(DrainReport report) {
    words.termination(report.terminationMessage());
  }

  /** The report of a stop that went through its phases. */
  void report(DrainEffect.Report end, Window window) {
    write(end, window, DrainReport.Counts.of(tally, 0));
  }

  /** The report of a stop that is ended from outside: whatever is not settled is handed back. */
  void reportCutShort(DrainEffect.Report end, Window window) {
    tally.handBack(tally.unaccounted(0));
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
      // The file first: standard output may be a pipe that nobody reads.
      termination(report);
      words.line(report.line());
      written.countDown();
    } else {
      awaitWritten();
    }
  }

  /**
   * Waits, shortly, for a report that another thread is writing or about to write: the process must
   * not end in the middle of it. Blocks.
   */
  void awaitWritten() {
    try {
      boolean inTime = written.await(WRITTEN_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
      LOGGER.debug("the report is {}", inTime ? "written" : "held up");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
