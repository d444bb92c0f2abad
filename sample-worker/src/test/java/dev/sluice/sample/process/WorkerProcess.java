package dev.sluice.sample.process;

import dev.sluice.embedded.process.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A worker that runs, or ran, as a process of its own. Waits are bounded and say what was seen. */
public final class WorkerProcess implements AutoCloseable {
  /** Long enough for an overloaded machine; nothing that works comes near it. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Pattern PORT = Pattern.compile("probes and status on port (\\d+)");

  private final Process process;
  // Not Process.destroy(): it would close the streams, and the last words would be lost.
  private final ProcessHandle handle;
  private final OutputLines out;
  private final OutputLines err;
  private final CompletableFuture<Instant> gone;

  WorkerProcess(Process process) {
    this.process = process;
    this.handle = process.toHandle();
    this.out = OutputLines.of(process.inputReader(StandardCharsets.UTF_8), "worker-out");
    this.err = OutputLines.of(process.errorReader(StandardCharsets.UTF_8), "worker-err");
    this.gone = process.onExit().thenApply(ended -> Instant.now());
  }

  /** The number of the process. */
  public long pid() {
    return process.pid();
  }

  /** Waits for a line of standard output that contains a text. */
  public String awaitOut(String text) throws InterruptedException {
    return await(out, text, line -> line.contains(text));
  }

  /** Waits for a line of standard output that contains a text and is wanted. */
  public String awaitOut(String text, Predicate<String> wanted) throws InterruptedException {
    return await(out, text, line -> line.contains(text) && wanted.test(line));
  }

  /** Waits for a line of standard error, where the log goes, that contains a text. */
  public String awaitErr(String text) throws InterruptedException {
    return await(err, text, line -> line.contains(text));
  }

  private String await(OutputLines lines, String text, Predicate<String> wanted)
      throws InterruptedException {
    return lines
        .await(wanted, PATIENCE)
        .orElseThrow(() -> new AssertionError("no line with '" + text + "'" + seen()));
  }

  /** Waits until the source is open. */
  public WorkerProcess awaitStarted() throws InterruptedException {
    awaitErr(" has started; ");
    return this;
  }

  /** Waits until the group has given it its first lane. */
  public WorkerProcess awaitLane() throws InterruptedException {
    awaitErr("lane assigned");
    return this;
  }

  /**
   * Waits until it has so many lanes. Not for what it says of the one that had them before: that
   * one may have been stopped before it left a mark.
   */
  public void awaitLanes(long count) {
    Awaitility.await().atMost(PATIENCE).until(() -> lanes(seen()) == count);
  }

  private static long lanes(String log) {
    return log.lines()
        .mapToLong(
            line ->
                line.contains("lane assigned")
                    ? 1
                    : line.contains("lane released") || line.contains("lane lost") ? -1 : 0)
        .sum();
  }

  /** Waits for the HTTP server. */
  public Management awaitManagement() throws InterruptedException {
    Matcher port = PORT.matcher(awaitErr("probes and status on port "));
    if (!port.find()) {
      throw new AssertionError("no port" + seen());
    }
    return new Management(Integer.parseInt(port.group(1)));
  }

  /** Lets it run for a while; fails when it ends by itself before. */
  public void letRun(Duration time) throws InterruptedException {
    if (process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new AssertionError("ended too early" + seen());
    }
  }

  /** True while it runs. */
  public boolean running() {
    return process.isAlive();
  }

  /** SIGTERM. */
  public void terminate() {
    signal(Signal.TERM);
  }

  /** SIGINT. */
  public void interrupt() {
    signal(Signal.INT);
  }

  /** SIGSTOP: it stands still, and so do its heartbeats. */
  public void freeze() {
    signal(Signal.STOP);
  }

  /** SIGCONT. */
  public void thaw() {
    signal(Signal.CONT);
  }

  private void signal(Signal signal) {
    if (signal == Signal.TERM) {
      // Straight from this JVM: nothing is started in between, so the moment is known.
      handle.destroy();
      return;
    }
    try {
      signal.to(handle);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGINT to its whole process group, as a terminal's Ctrl-C; it must lead one. */
  public void interruptGroup() throws InterruptedException {
    try {
      new ProcessBuilder("sh", "-c", "kill -INT -" + pid()).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL; returns when it is gone. */
  public void kill() throws InterruptedException {
    handle.destroyForcibly();
    endedAt();
  }

  /** Waits for its end and tells when that was. */
  public Instant endedAt() throws InterruptedException {
    try {
      return gone.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("still runs after " + PATIENCE + seen(), e);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  /** Waits for its end. */
  public int exitCode() throws InterruptedException {
    endedAt();
    return process.exitValue();
  }

  /** Waits for its end and gives its one drain report. */
  public StopReport report() throws InterruptedException {
    List<String> reports = outLines().stream().filter(StopReport::is).toList();
    if (reports.size() != 1) {
      throw new AssertionError(reports.size() + " drain reports instead of one" + seen());
    }
    return StopReport.parse(reports.get(0));
  }

  /** Waits for its end and gives what it has printed on standard output. */
  public List<String> outLines() throws InterruptedException {
    endedAt();
    return out.complete(PATIENCE);
  }

  /** Waits for its end and gives what it has printed on standard error. */
  public List<String> errLines() throws InterruptedException {
    endedAt();
    return err.complete(PATIENCE);
  }

  /** Everything it has printed so far, for messages of failed assertions. */
  public String seen() {
    String state = process.isAlive() ? "it runs" : "it ended with " + process.exitValue();
    return "; " + state + ", stdout:\n" + out.text() + "\nstderr:\n" + err.text();
  }

  /** Ends it, whatever it does. */
  @Override
  public void close() {
    handle.destroyForcibly();
    gone.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
  }
}
