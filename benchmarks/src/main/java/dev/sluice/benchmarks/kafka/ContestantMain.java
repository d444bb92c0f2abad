package dev.sluice.benchmarks.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A contestant in a JVM of its own, so that none is compiled for what another does. Reads an order
 * a line and answers with a lap a line; ends with its input.
 */
public final class ContestantMain {
  private static final long PATIENCE_SECONDS = 120;
  private static final ObjectMapper JSON = new ObjectMapper();

  private ContestantMain() {}

  /**
   * Serves.
   *
   * @param args the name of an {@link Entry}
   */
  public static void main(String[] args) throws IOException {
    Contestant contestant = Entry.valueOf(args[0]).make();
    PrintStream answers = System.out;
    System.setOut(System.err);
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        Lap lap = lap(contestant, JSON.readValue(line, LapOrder.class));
        answers.println(JSON.writeValueAsString(lap));
        answers.flush();
      }
    }
    System.exit(0);
  }

  // Closing is all there is to do with what runs.
  @SuppressWarnings("try")
  private static Lap lap(Contestant contestant, LapOrder order) {
    LapWatch watch = new LapWatch(order.records());
    try {
      long commits;
      boolean over;
      System.gc();
      try (AutoCloseable running = contestant.start(order, watch)) {
        over = watch.await(PATIENCE_SECONDS);
        commits = SentCommits.count();
      }
      return over && watch.done() == order.records()
          ? new Lap(watch.nanos(), commits, "")
          : Lap.failed(watch.done() + " of " + order.records() + " records were done");
    } catch (UnsupportedOperationException e) {
      return Lap.failed(e.getMessage());
    } catch (Exception e) {
      return Lap.failed(e.toString());
    }
  }
}
