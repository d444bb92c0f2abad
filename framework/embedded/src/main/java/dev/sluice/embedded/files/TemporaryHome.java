package dev.sluice.embedded.files;

import dev.sluice.embedded.Server;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.ProcessId;
import dev.sluice.embedded.process.Signal;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Where this JVM keeps servers that live no longer than it does. What is unpacked stays for the
 * next JVM of the same user; data goes when the JVM ends, servers are stopped first. A JVM that was
 * killed leaves its data behind: the next one deletes it.
 */
public final class TemporaryHome {
  private static final String RUN = "run-";
  private static final Duration LEFTOVER_WITHIN = Duration.ofSeconds(2);

  private final Path root;
  private final Path run;
  private final List<Server> servers = new CopyOnWriteArrayList<>();
  private final AtomicInteger serial = new AtomicInteger();

  private TemporaryHome() throws IOException {
    root = ownDirectory();
    deleteDeadRuns();
    run = Files.createDirectories(root.resolve(RUN + nameOf(ProcessId.current())));
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "sluice-embedded-end"));
  }

  private static final class Holder {
    static final TemporaryHome HOME = make();

    private static TemporaryHome make() {
      try {
        return new TemporaryHome();
      } catch (IOException e) {
        throw new ServerFailed("can't make a temporary directory: " + e, e);
      }
    }
  }

  /** The home of this JVM. */
  public static TemporaryHome get() {
    return Holder.HOME;
  }

  /** Where bundles are unpacked, shared with other JVMs of the same user. */
  public Path programs() {
    return root;
  }

  /** A new directory of this JVM. */
  public Path newData(String name) {
    return run.resolve(name + "-" + serial.incrementAndGet());
  }

  /** Has a server stopped before the data is deleted. */
  public void stopAtEnd(Server server) {
    servers.add(server);
  }

  private void end() {
    servers.parallelStream().forEach(TemporaryHome::killQuietly);
    try {
      Trees.delete(run);
    } catch (IOException e) {
      // The next JVM tries again.
    }
  }

  // Its data is about to be deleted: there is nothing left to be polite about.
  private static void killQuietly(Server server) {
    try {
      server.kill();
    } catch (RuntimeException e) {
      // Its standard input closes with this JVM, which ends it all the same.
    }
  }

  private void deleteDeadRuns() throws IOException {
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(root, RUN + "*")) {
      for (Path old : runs) {
        String name = old.getFileName().toString().substring(RUN.length());
        if (!alive(name)) {
          endLeftovers(old);
          Trees.delete(old);
        }
      }
    }
  }

  private static void endLeftovers(Path run) throws IOException {
    try (Stream<Path> files = Files.walk(run, 2)) {
      files
          .filter(file -> file.toString().endsWith(".pid"))
          .forEach(file -> new PidFile(file).endLeftover(Signal.INT, LEFTOVER_WITHIN));
    }
  }

  private static String nameOf(ProcessId process) {
    return process.pid() + "-" + Integer.toHexString(process.started().hashCode());
  }

  private static boolean alive(String name) {
    String pid = name.replaceFirst("-.*", "");
    return pid.matches("[0-9]{1,18}")
        && ProcessId.of(Long.parseLong(pid)).filter(it -> nameOf(it).equals(name)).isPresent();
  }

  private static Path ownDirectory() throws IOException {
    Path directory =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "sluice-embedded-" + System.getProperty("user.name"));
    // Others may pass through: Postgres of a root user runs as another.
    if (Files.notExists(directory)) {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
    }
    Path mine = Files.createTempFile(directory, "owner", "");
    try {
      if (!Files.getOwner(directory).equals(Files.getOwner(mine))) {
        throw new ServerFailed(
            directory + " belongs to somebody else: delete it or set -Djava.io.tmpdir");
      }
    } finally {
      Files.deleteIfExists(mine);
    }
    return directory;
  }
}
