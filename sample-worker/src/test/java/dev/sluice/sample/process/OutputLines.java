package dev.sluice.sample.process;

import dev.sluice.embedded.process.Deadline;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What a process has printed so far on one of its streams, and a way to wait for more. */
public final class OutputLines {
  private final List<String> lines = new ArrayList<>();
  private boolean over;

  private OutputLines() {}

  /** Reads a stream to its end on a thread of its own. */
  static OutputLines of(BufferedReader stream, String name) {
    OutputLines output = new OutputLines();
    Thread reader = new Thread(() -> output.read(stream), name);
    reader.setDaemon(true);
    reader.start();
    return output;
  }

  private void read(BufferedReader stream) {
    try (stream) {
      for (String line = stream.readLine(); line != null; line = stream.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("(the stream broke: " + e + ")");
    } finally {
      end();
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  private synchronized void end() {
    over = true;
    notifyAll();
  }

  /** The first line that fits, printed already or to come; empty when none came in time. */
  public synchronized Optional<String> await(Predicate<String> wanted, Duration within)
      throws InterruptedException {
    Deadline deadline = Deadline.in(within);
    int seen = 0;
    while (true) {
      for (; seen < lines.size(); seen++) {
        if (wanted.test(lines.get(seen))) {
          return Optional.of(lines.get(seen));
        }
      }
      long left = deadline.left().toMillis();
      if (over || left == 0) {
        return Optional.empty();
      }
      wait(left);
    }
  }

  /** Everything, once the stream has ended. */
  public List<String> complete(Duration within) throws InterruptedException {
    Optional<String> none = await(line -> false, within);
    synchronized (this) {
      if (!over || none.isPresent()) {
        throw new AssertionError("the stream has not ended within " + within);
      }
      return List.copyOf(lines);
    }
  }

  /** Everything so far. */
  public synchronized String text() {
    return String.join("\n", lines);
  }
}
