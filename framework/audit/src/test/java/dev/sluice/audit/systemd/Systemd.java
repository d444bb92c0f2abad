package dev.sluice.audit.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Asks the installed systemd, offline. */
final class Systemd {
  private Systemd() {}

  /** The lines that a shell script prints, with its arguments as $1, $2 and so on. */
  static List<String> ask(String script, List<String> arguments) throws Exception {
    assertThat(Path.of("/usr/bin/systemd-analyze"))
        .as("the tests ask systemd-analyze: apt-get install systemd")
        .isExecutable();
    Path output = Files.createTempFile("systemd", ".out");
    try {
      List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
      command.addAll(arguments);
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      process.getOutputStream().close();
      process.waitFor();
      return lines(output);
    } finally {
      Files.delete(output);
    }
  }

  private static List<String> lines(Path output) throws IOException {
    return new String(Files.readAllBytes(output), StandardCharsets.UTF_8).lines().toList();
  }
}
