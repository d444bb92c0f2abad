package dev.sluice.runtime;

import static dev.sluice.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.drain.DrainEffect;
import dev.sluice.drain.DrainOutcome;
import dev.sluice.drain.StopReason;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StopReporterTest {
  private static final DrainEffect.Report CLEAN =
      new DrainEffect.Report(StopReason.TERM, DrainOutcome.CLEAN, 0);
  private static final Window WINDOW =
      new Window("flights", Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(10));

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock();
  private final Tally tally = new Tally();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private Path log() {
    return directory.resolve("termination-log");
  }

  private StopReporter reporter(PrintStream out) {
    return new StopReporter(
        clock,
        new LastWords(out, Map.of("SLUICE_TERMINATION_LOG", log().toString())),
        tally,
        new Phases(clock));
  }

  private PrintStream out() {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private List<String> reports() {
    return bytes
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("drain-report"))
        .toList();
  }

  @Test
  void manyThreadsThatReportAtOnceWriteOneReport() throws InterruptedException {
    StopReporter reporter = reporter(out());
    List<Thread> threads =
        IntStream.range(0, 8)
            .mapToObj(i -> new Thread(() -> reporter.report(CLEAN, WINDOW)))
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(reports()).hasSize(1);
  }

  @Test
  void aReportFromOutsideHandsBackWhatIsLeft() {
    tally.received.set(15);
    tally.settled.set(4);
    tally.deadLettered.set(2);
    tally.skipped.set(1);
    tally.delayed.set(3);
    tally.handedBack.set(2);
    tally.triesInFlight.set(2);
    tally.drainCut.set(1);
    reporter(out())
        .reportCutShort(new DrainEffect.Report(StopReason.TERM, DrainOutcome.CUT, 3), WINDOW);

    assertThat(RigOutput.json(reports().get(0)).get("records"))
        .isEqualTo(
            RigOutput.json(
                "{\"settled\":4,\"deadLettered\":2,\"skipped\":1,\"delayed\":3,\"handedBack\":5,"
                    + "\"unaccounted\":0}"));
    assertThat(RigOutput.json(reports().get(0)).get("chunks").get("cut").asInt()).isEqualTo(3);
  }

  @Test
  @Timeout(30)
  void aProgressLineThatIsLateDoesNotReplaceTheReport() throws InterruptedException {
    CountDownLatch lineBegun = new CountDownLatch(1);
    CountDownLatch lineMayEnd = new CountDownLatch(1);
    PrintStream slow =
        new PrintStream(bytes, true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            super.println(line);
            if (line.contains("draining")) {
              lineBegun.countDown();
              awaitUninterrupted(lineMayEnd);
            }
          }
        };
    StopReporter reporter = reporter(slow);
    Thread ticker =
        new Thread(
            () -> reporter.draining(new StopRequest(StopReason.TERM, clock.nanos()), WINDOW));
    ticker.start();
    lineBegun.await();
    Thread loop = new Thread(() -> reporter.report(CLEAN, WINDOW));
    loop.start();
    eventually(() -> !loop.isAlive() || loop.getState() == Thread.State.BLOCKED);
    lineMayEnd.countDown();
    ticker.join();
    loop.join();

    assertThat(log()).content().contains("drain-report");
  }

  @Test
  @Timeout(30)
  void theTerminationMessageIsWrittenEvenIfNobodyReadsStandardOutput() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    PrintStream unread =
        new PrintStream(bytes, true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            awaitUninterrupted(end);
          }
        };
    StopReporter reporter = reporter(unread);
    Thread ticker =
        new Thread(
            () -> reporter.draining(new StopRequest(StopReason.TERM, clock.nanos()), WINDOW));
    Thread last = new Thread(() -> reporter.report(CLEAN, WINDOW));
    ticker.start();
    last.start();
    try {
      eventually(() -> log().toFile().length() > 0);

      assertThat(log()).content().contains("drain-report");
    } finally {
      end.countDown();
      ticker.join();
      last.join();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
