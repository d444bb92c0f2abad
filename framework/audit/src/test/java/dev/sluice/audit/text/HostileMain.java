package dev.sluice.audit.text;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Reads one file as the tool does and says what came of it; run in a JVM of its own. */
final class HostileMain {
  private HostileMain() {}

  /** The file is the only argument. */
  public static void main(String[] args) throws Exception {
    String result;
    try (InputStream in = Files.newInputStream(Path.of(args[0]))) {
      Documents read = Documents.read(TextFile.read("f", in));
      result =
          "trees "
              + read.trees().size()
              + ", problems "
              + read.problems().size()
              + (read.problems().isEmpty() ? "" : ", problem " + read.problems().get(0));
    } catch (UnreadableText e) {
      result = "no text, problem " + e.problem();
    }
    System.out.println(result);
    Duration processor = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    System.out.println(processor.toMillis());
  }
}
