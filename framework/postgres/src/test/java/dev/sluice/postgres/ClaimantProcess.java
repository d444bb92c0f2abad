package dev.sluice.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A source in a process of its own, to be killed. */
final class ClaimantProcess implements AutoCloseable {
  private static final String CLAIMED = "claimed";

  private final Process process;

  /** Starts it and waits until it has claimed so many jobs. */
  ClaimantProcess(String url, int jobs) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ClaimantProcess.class.getName(),
                url,
                Integer.toString(jobs))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    while (line != null && !line.equals(CLAIMED)) {
      line = out.readLine();
    }
    if (line == null) {
      throw new AssertionError("the process has ended before it had claimed anything");
    }
  }

  /**
   * What it does.
   *
   * @param args the database's URL, and how many jobs to wait for
   */
  public static void main(String[] args) throws Exception {
    try (Claimant claimant = new Claimant(args[0]).open()) {
      claimant.engine().awaitDeliveries(Integer.parseInt(args[1]));
      System.out.println(CLAIMED);
      // Until it is killed, or whoever started it has ended.
      int end = System.in.read();
      System.exit(end);
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
