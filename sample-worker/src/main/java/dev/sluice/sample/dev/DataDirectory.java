package dev.sluice.sample.dev;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.Trees;
import dev.sluice.embedded.process.DirectoryLock;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The directory that everything is kept in. */
final class DataDirectory {
  private static final Duration LEFTOVER_ENDS = Duration.ofSeconds(10);
  private static final Set<String> OWN = Set.of("kafka", "rabbitmq", "postgres", "programs");

  private DataDirectory() {}

  /**
   * Makes it, empty if it shall be.
   *
   * @throws InvalidSetup when that can't be, or would delete what is not this worker's
   */
  static void prepare(Path home, boolean reset) {
    try {
      if (reset) {
        refuseForeign(home);
        erase(home);
      }
      Files.createDirectories(home);
    } catch (IOException e) {
      throw new InvalidSetup(
          "--data-dir "
              + home
              + " can't be used: "
              + e
              + "\nFix: name a directory that can be made and written to",
          e);
    }
  }

  /** A directory that holds something and nothing of ours was named by mistake. */
  private static void refuseForeign(Path home) throws IOException {
    if (!Files.isDirectory(home)) {
      return;
    }
    try (Stream<Path> entries = Files.list(home)) {
      List<String> names = entries.map(entry -> entry.getFileName().toString()).toList();
      if (!names.isEmpty() && names.stream().noneMatch(OWN::contains)) {
        throw new InvalidSetup(
            "--reset would delete "
                + home
                + ", which holds nothing of this worker but "
                + String.join(", ", names.subList(0, Math.min(5, names.size())))
                + "\nFix: name the worker's own directory with --data-dir, or empty this one");
      }
    }
  }

  /** Deletes everything, but never under the feet of a worker that runs on the same directory. */
  private static void erase(Path home) throws IOException {
    Files.createDirectories(home);
    List<DirectoryLock> locks = new ArrayList<>();
    try {
      for (String server : List.of("kafka", "rabbitmq", "postgres")) {
        locks.add(DirectoryLock.take(home.resolve(server)));
      }
      for (String process : List.of("kafka", "rabbitmq-lifeline", "rabbitmq", "rabbitmq-epmd")) {
        new PidFile(home.resolve(process + ".pid")).endLeftover(Signal.TERM, LEFTOVER_ENDS);
      }
      new PidFile(home.resolve("postgres.pid")).endLeftover(Signal.INT, LEFTOVER_ENDS);
      Trees.delete(home);
    } catch (ServerFailed e) {
      throw new InvalidSetup(e.getMessage(), e);
    } finally {
      locks.forEach(DirectoryLock::close);
    }
  }
}
