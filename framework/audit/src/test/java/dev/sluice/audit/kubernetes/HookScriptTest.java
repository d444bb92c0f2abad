package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs scripts in a real shell whose {@code sleep} only notes what it was asked: a figure must be
 * that, and a least must not be more.
 */
class HookScriptTest {
  private static final int SCRIPTS = 250;
  private static final List<String> COMMANDS =
      List.of(
          "sleep 1",
          "sleep 2",
          "sleep '4'",
          "sleep 8 # note",
          "good",
          "bad",
          "true",
          "echo 'a; sleep 16'",
          "exit",
          "exit 3",
          "set -e",
          "exec sleep 32",
          "exec good",
          "(sleep 64)",
          "if bad; then sleep 128; fi",
          "{ bad || sleep 256; }",
          "sleep $NONE 1",
          "x=1");
  private static final List<String> JOINTS = List.of("; ", "\n", " && ", " || ", " | ", " & ");

  @TempDir Path dir;

  @Test
  void agreesWithTheShell() throws Exception {
    stub("sleep", "echo \"$@\" >> " + dir.resolve("log"));
    stub("good", "exit 0");
    stub("bad", "exit 1");
    Random random = new Random(7);
    int figures = 0;
    int leasts = 0;
    for (int i = 0; i < SCRIPTS; i++) {
      String script = script(random);
      boolean endsOnError = random.nextInt(4) == 0;
      HookScript read = HookScript.read(script, endsOnError);
      long slept = run(script, endsOnError);
      if (read.open().isEmpty()) {
        assertThat(read.atLeast().toSeconds()).as("all of: %s", script).isEqualTo(slept);
        figures++;
      } else {
        assertThat(read.atLeast().toSeconds())
            .as("least of: %s", script)
            .isLessThanOrEqualTo(slept);
        leasts += read.atLeast().isZero() ? 0 : 1;
      }
    }
    // Else nothing was compared.
    assertThat(figures).isGreaterThan(10);
    assertThat(leasts).isGreaterThan(10);
  }

  private static String script(Random random) {
    StringBuilder script = new StringBuilder();
    int commands = 1 + random.nextInt(5);
    for (int i = 0; i < commands; i++) {
      String command = COMMANDS.get(random.nextInt(COMMANDS.size()));
      String joint = command.contains("#") ? "\n" : JOINTS.get(random.nextInt(JOINTS.size()));
      script.append(command).append(i == commands - 1 ? "" : joint);
    }
    return script.toString();
  }

  private long run(String script, boolean endsOnError) throws Exception {
    Path log = dir.resolve("log");
    Files.deleteIfExists(log);
    ProcessBuilder shell =
        new ProcessBuilder("/bin/sh", endsOnError ? "-ec" : "-c", script + "\n")
            .redirectErrorStream(true);
    shell.environment().put("PATH", dir.toString());
    shell.environment().remove("NONE");
    Process process = shell.start();
    try {
      // What runs in the background holds the pipe: the end means that all of it has ended.
      process.getInputStream().readAllBytes();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(script).isTrue();
    } finally {
      process.destroyForcibly();
    }
    if (Files.notExists(log)) {
      return 0;
    }
    return Files.readAllLines(log).stream().mapToLong(Long::parseLong).sum();
  }

  private void stub(String name, String line) throws IOException {
    Path stub = Files.writeString(dir.resolve(name), "#!/bin/sh\n" + line + "\n");
    assertThat(stub.toFile().setExecutable(true)).isTrue();
  }
}
