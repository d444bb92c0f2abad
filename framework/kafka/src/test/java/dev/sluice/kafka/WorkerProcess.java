package dev.sluice.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A {@link CountingWorker} that runs. */
final class WorkerProcess implements AutoCloseable {
  private static final long EXIT_WITHIN_SECONDS = 60;

  private final Process process;
  private final Path handled;
  private final Path output;

  /** Starts one; what it writes goes below the directory. */
  WorkerProcess(String name, Path directory, Path pipeline) {
    this(CountingWorker.class, name, directory, pipeline);
  }

  /** Starts one with a handler of one's choice. */
  WorkerProcess(Class<?> main, String name, Path directory, Path pipeline) {
    this(main, name, directory, pipeline, Map.of());
  }

  /** Starts one with variables of its environment. */
  WorkerProcess(
      Class<?> main, String name, Path directory, Path pipeline, Map<String, String> variables) {
    handled = directory.resolve(name + ".handled");
    output = directory.resolve(name + ".out");
    try {
      Files.createFile(handled);
      ProcessBuilder builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  main.getName(),
                  handled.toString(),
                  "-c",
                  pipeline.toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().putAll(variables);
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every record its handler was given so far, in order, as often as it was given. */
  List<String> handled() {
    try {
      return Files.readAllLines(handled);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it has printed. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends SIGKILL and waits until it is gone. */
  void kill() {
    try {
      if (!process.destroyForcibly().waitFor(EXIT_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the worker has not died");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Sends SIGTERM and waits for the exit code. */
  int terminate() {
    process.destroy();
    return awaitExit();
  }

  /** Waits for the exit code. */
  int awaitExit() {
    try {
      if (!process.waitFor(EXIT_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the worker has not ended: " + output());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
