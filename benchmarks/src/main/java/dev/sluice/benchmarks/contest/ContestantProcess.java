package dev.sluice.benchmarks.contest;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A contestant's JVM, from outside. Used by one thread. */
final class ContestantProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long END_SECONDS = 10;

  private final Process process;
  private final PrintWriter orders;
  private final BufferedReader laps;

  /** Starts it, with a heap of one size. */
  ContestantProcess(Entrant<?> entrant) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms1g", "-Xmx1g"));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            ContestantMain.class.getName(),
            entrant.getClass().getName(),
            entrant.name()));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    orders =
        new PrintWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
    laps =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** One lap. Blocks. */
  Lap run(LapOrder order) throws IOException {
    orders.println(JSON.writeValueAsString(order));
    String line = laps.readLine();
    while (line != null && !line.startsWith("{")) {
      line = laps.readLine(); // Something a JVM itself has to say.
    }
    return line == null ? Lap.failed("its JVM has died") : JSON.readValue(line, Lap.class);
  }

  @Override
  public void close() {
    orders.close();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
