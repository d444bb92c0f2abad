package dev.sluice.embedded.postgres;

import dev.sluice.embedded.process.Ending;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the server itself says in its {@code postmaster.pid}, and which server processes work in a
 * data directory whoever started them.
 */
final class Postmaster {
  private static final int STATUS_LINE = 7;

  private Postmaster() {}

  /** True when the server with this pid accepts connections. */
  static boolean ready(Path data, long pid) {
    List<String> lines = lines(data);
    return lines.size() > STATUS_LINE
        && lines.get(0).strip().equals(Long.toString(pid))
        && lines.get(STATUS_LINE).strip().equals("ready");
  }

  /**
   * Kills server processes that still work in the directory: children that outlived a killed server
   * by being busy, or a server whose starter was killed before it could write our pid file. Then
   * removes {@code postmaster.pid}: the server would refuse to start if its number has been given
   * to some other process.
   */
  static void clear(Path data) throws IOException {
    if (Files.notExists(data)) {
      return;
    }
    for (ProcessHandle process : workingIn(data)) {
      Ending.kill(process);
    }
    Files.deleteIfExists(data.resolve("postmaster.pid"));
  }

  private static List<ProcessHandle> workingIn(Path data) throws IOException {
    List<ProcessHandle> found = new ArrayList<>();
    Path real = data.toRealPath();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        boolean ours =
            link(process.resolve("cwd")).filter(real::equals).isPresent()
                && link(process.resolve("exe")).filter(Postmaster::isServer).isPresent();
        if (ours) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString())).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  private static boolean isServer(Path program) {
    // " (deleted)" is appended when the programs have been unpacked anew since.
    return program.getFileName().toString().startsWith("postgres");
  }

  private static Optional<Path> link(Path link) {
    try {
      return Optional.of(Files.readSymbolicLink(link));
    } catch (IOException e) {
      // Gone, or somebody else's.
      return Optional.empty();
    }
  }

  private static List<String> lines(Path data) {
    try {
      return Files.readAllLines(data.resolve("postmaster.pid"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return List.of();
    }
  }
}
