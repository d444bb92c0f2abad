package dev.sluice.embedded.process;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * A server process in a session of its own, so that a Ctrl-C in our terminal does not reach it. Its
 * output goes to a log file; its standard input is a pipe from us, which closes when we end,
 * however we end.
 */
public final class Child {
  private static final int LAST_LINES = 20;
  private static final Duration POLL = Duration.ofMillis(5);

  private final String name;
  private final Path log;
  private final Process process;

  private Child(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts a program.
   *
   * @param name what messages call it
   * @param log takes its output, replaced
   * @param pidFile remembers it
   * @throws ServerFailed when the program can't be started
   */
  public static Child start(String name, List<String> command, Path log, PidFile pidFile) {
    List<String> inOwnSession = new ArrayList<>();
    // Our children lead no process group, so setsid need not fork and the pid is the server's.
    inOwnSession.add("setsid");
    inOwnSession.addAll(command);
    Process process;
    try {
      process =
          new ProcessBuilder(inOwnSession)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new ServerFailed(
          "can't start " + name + ": is setsid (package util-linux) on the PATH?", e);
    }
    ProcessId.of(process.pid()).ifPresent(pidFile::write);
    return new Child(name, log, process);
  }

  /** The number of the process. */
  public long pid() {
    return process.pid();
  }

  /** True while it runs. */
  public boolean alive() {
    return process.isAlive();
  }

  /**
   * Waits until the server is ready; when it is not in time, or has ended, or the thread is
   * interrupted, the process is killed.
   *
   * @param ready asked every few milliseconds
   * @throws ServerFailed with the last lines of the log
   */
  public void awaitReady(BooleanSupplier ready, Duration within) {
    awaitReady(ready, within, Child::lastLines);
  }

  /**
   * The same for a server whose log does not end with what matters.
   *
   * @param telling picks the lines of the log to show
   * @throws ServerFailed with those lines
   */
  public void awaitReady(
      BooleanSupplier ready, Duration within, UnaryOperator<List<String>> telling) {
    Deadline deadline = Deadline.in(within);
    try {
      while (!ready.getAsBoolean()) {
        if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS) && !ready.getAsBoolean()) {
          throw failed("ended with status " + process.exitValue() + " while starting", telling);
        }
        if (deadline.passed()) {
          throw failed("was not ready within " + within.toMillis() + " ms", telling);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
      throw new ServerFailed("the start of " + name + " was interrupted", e);
    } catch (RuntimeException e) {
      kill();
      throw e;
    }
  }

  /**
   * Waits for a program that ends by itself.
   *
   * @throws ServerFailed unless it ends in time with status 0
   */
  public void awaitSuccess(Duration within) {
    awaitReady(() -> !process.isAlive() && process.exitValue() == 0, within);
  }

  /** Signals it and kills it when it has not gone in time. */
  public void stop(Signal signal, Duration within) {
    Ending.politely(process.toHandle(), signal, within);
  }

  /** Kills it and all its children and returns when they are gone. */
  public void kill() {
    Ending.kill(process.toHandle());
  }

  private ServerFailed failed(String what, UnaryOperator<List<String>> telling) {
    return new ServerFailed(name + " " + what + "; from " + log + ":\n" + told(telling));
  }

  private String told(UnaryOperator<List<String>> telling) {
    try {
      return String.join(
          "\n",
          telling.apply(
              new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList()));
    } catch (IOException e) {
      return "(can't be read: " + e + ")";
    }
  }

  /** What most logs tell with. */
  public static List<String> lastLines(List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
  }
}
