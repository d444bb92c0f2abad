package dev.sluice.audit.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one file as the tool does and says what came of it; run in a JVM of its own. */
final class HostileMain {
  private HostileMain() {}

  /** The file is the only argument. */
  public static void main(String[] args) throws Exception {
    List<Problem> unreadable = new ArrayList<>();
    Optional<SourceText> text =
        TextFile.strict(64 << 20).open(Path.of(args[0]), "f", unreadable::add);
    System.out.println(
        text.map(Documents::read)
            .map(HostileMain::result)
            .orElseGet(() -> "no text, problem " + unreadable.get(0)));
    Duration processor = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    System.out.println(processor.toMillis());
  }

  private static String result(Documents read) {
    return "trees "
        + read.trees().size()
        + ", problems "
        + read.problems().size()
        + (read.problems().isEmpty() ? "" : ", problem " + read.problems().get(0));
  }
}
