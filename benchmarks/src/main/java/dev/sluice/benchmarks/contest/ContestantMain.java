package dev.sluice.benchmarks.contest;

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
   * @param args the class of an {@link Entrant}, and which of its constants
   */
  public static void main(String[] args) throws IOException, ClassNotFoundException {
    PrintStream answers = System.out;
    System.setOut(System.err);
    for (Object constant : Class.forName(args[0]).getEnumConstants()) {
      Entrant<?> entrant = (Entrant<?>) constant;
      if (entrant.name().equals(args[1])) {
        serve(entrant, answers);
      }
    }
    System.exit(0);
  }

  private static <O extends LapOrder> void serve(Entrant<O> entrant, PrintStream answers)
      throws IOException {
    Contestant<O> contestant = entrant.make();
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        Lap lap = lap(entrant, contestant, JSON.readValue(line, entrant.orders()));
        answers.println(JSON.writeValueAsString(lap));
        answers.flush();
      }
    }
  }

  // Closing is all there is to do with what runs.
  @SuppressWarnings("try")
  private static <O extends LapOrder> Lap lap(
      Entrant<O> entrant, Contestant<O> contestant, O order) {
    LapWatch watch = new LapWatch(order.records());
    try {
      long commits;
      boolean over;
      System.gc();
      try (AutoCloseable running = contestant.start(order, watch)) {
        over = watch.await(PATIENCE_SECONDS);
        commits = entrant.commits();
      }
      return over && watch.done() == order.records()
          ? new Lap(watch.nanos(), commits, "")
          : Lap.failed(watch.done() + " of " + order.records() + " were done");
    } catch (UnsupportedOperationException e) {
      return Lap.failed(e.getMessage());
    } catch (Exception e) {
      return Lap.failed(e.toString());
    }
  }
}
