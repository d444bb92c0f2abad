package dev.sluice.audit.supervisord;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The supervisord that is installed here. */
final class Supervisord {
  private static final Path PROGRAM = Path.of("/usr/bin/supervisord");
  private static final String HINT =
      "these tests compare with the real supervisord: apt-get install supervisor (scripts/test does)";

  private Supervisord() {}

  /** The program. */
  static Path program() {
    if (!Files.isExecutable(PROGRAM)) {
      throw new AssertionError(PROGRAM + " is not there; " + HINT);
    }
    return PROGRAM;
  }

  /** The python that has its modules: that of its own first line. */
  static List<String> python() throws IOException, InterruptedException {
    try (var lines = Files.lines(program())) {
      String first = lines.findFirst().orElse("");
      if (!first.startsWith("#!")) {
        throw new AssertionError(PROGRAM + " does not begin with #!; " + HINT);
      }
      List<String> python = List.of(first.substring(2).trim().split(" ", -1));
      Process asked =
          new ProcessBuilder(python.get(0), "-W", "ignore", "-c", "import supervisor.options")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (asked.waitFor() != 0) {
        throw new AssertionError(python + " has no supervisor; " + HINT);
      }
      return python;
    }
  }
}
