package dev.sluice.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@link Owner} in a JVM of its own. */
final class OwnerProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  OwnerProcess(Path temporary, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Owner.class.getName());
    command.addAll(List.of(args));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** The next line that it prints; blocks until there is one. */
  String line() {
    try {
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor(10, TimeUnit.SECONDS);
  }

  /** Lets it end by itself. */
  void end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    process.waitFor(30, TimeUnit.SECONDS);
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
