package dev.sluice.embedded.postgres;

import dev.sluice.embedded.files.Trees;
import dev.sluice.embedded.process.Child;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** The data directory of a server: made whole or not at all. */
final class Cluster {
  static final String USER = "sluice";

  private Cluster() {}

  /**
   * Makes the directory {@code data} if it is not there. It is made under another name and renamed,
   * so that a killed run leaves no half data directory behind. Blocks.
   */
  static Path in(
      Path directory, Path programs, RunAs runAs, String password, PostgresOptions options)
      throws IOException {
    Path data = directory.resolve("data");
    if (Files.exists(data)) {
      runAs.give(data);
      return data;
    }
    Path making = directory.resolve("making");
    Trees.delete(making);
    // The password passes through it.
    Files.createDirectory(
        making, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path passwordFile = making.resolve("password");
    Files.writeString(passwordFile, password);
    runAs.give(making);
    initialise(making, programs, runAs, options);
    Files.deleteIfExists(passwordFile);
    Files.move(making.resolve("data"), data, StandardCopyOption.ATOMIC_MOVE);
    Trees.delete(making);
    return data;
  }

  private static void initialise(Path making, Path programs, RunAs runAs, PostgresOptions options) {
    List<String> command = new ArrayList<>();
    command.add(programs.resolve("bin/initdb").toString());
    command.add("--pgdata=" + making.resolve("data"));
    command.add("--username=" + USER);
    command.add("--auth=scram-sha-256");
    command.add("--pwfile=" + making.resolve("password"));
    command.add("--encoding=UTF8");
    command.add("--locale=C");
    command.add("--no-instructions");
    if (!options.synced()) {
      command.add("--no-sync");
    }
    PidFile pidFile = new PidFile(making.resolveSibling("initdb.pid"));
    pidFile.endLeftover(Signal.TERM, options.stopWithin());
    Child.start("initdb", runAs.command(command), making.resolveSibling("initdb.log"), pidFile)
        .awaitSuccess(options.startWithin());
    pidFile.delete();
  }
}
