package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.ServerFailed;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of an installed RabbitMQ.
 *
 * @param server starts the broker
 * @param mapper Erlang's port mapper, epmd
 */
record RabbitPrograms(Path server, Path mapper) {
  static final String OVERRIDE = "SLUICE_RABBITMQ_SERVER";

  // The package's own script first: what Debian puts on the PATH insists on root or rabbitmq.
  private static final List<String> BEFORE_PATH = List.of("/usr/lib/rabbitmq/bin");
  private static final List<String> AFTER_PATH =
      List.of(
          "/usr/local/sbin",
          "/usr/local/bin",
          "/usr/bin",
          "/opt/rabbitmq/sbin",
          "/opt/homebrew/sbin",
          "/opt/homebrew/bin",
          "/usr/lib/erlang/bin",
          "/usr/local/lib/erlang/bin");

  /** Those of this machine. */
  static RabbitPrograms find() {
    return find(System.getenv(), Path.of("/"));
  }

  /**
   * Those of a machine.
   *
   * @param environment its variables
   * @param root of its file system
   * @throws ServerFailed when there are none; the message says how to install them
   */
  static RabbitPrograms find(Map<String, String> environment, Path root) {
    String override = environment.getOrDefault(OVERRIDE, "");
    if (!override.isEmpty() && !Files.isExecutable(Path.of(override))) {
      throw new ServerFailed(
          OVERRIDE
              + " is "
              + override
              + ", which is no program that can be run: correct or unset it");
    }
    Path server =
        (override.isEmpty() ? program("rabbitmq-server", environment, root) : one(override))
            .orElseThrow(
                () ->
                    new ServerFailed(
                        "RabbitMQ is not installed on this machine. On Debian or Ubuntu: "
                            + "apt-get install --no-install-recommends rabbitmq-server. "
                            + "If it is installed elsewhere, set "
                            + OVERRIDE
                            + " to the path of its rabbitmq-server"));
    Path mapper =
        program("epmd", environment, root)
            .orElseThrow(
                () ->
                    new ServerFailed(
                        "found "
                            + server
                            + ", but not Erlang's epmd: put its directory on the PATH"));
    return new RabbitPrograms(server, mapper);
  }

  private static Optional<Path> one(String path) {
    return Optional.of(Path.of(path).toAbsolutePath());
  }

  private static Optional<Path> program(String name, Map<String, String> environment, Path root) {
    String path = environment.getOrDefault("PATH", "");
    Stream<Path> onPath =
        Arrays.stream(path.split(File.pathSeparator, -1))
            .filter(directory -> !directory.isEmpty())
            .map(Path::of);
    return Stream.of(below(root, BEFORE_PATH), onPath, below(root, AFTER_PATH))
        .flatMap(directories -> directories)
        .map(directory -> directory.resolve(name).toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Stream<Path> below(Path root, List<String> directories) {
    return directories.stream().map(directory -> root.resolve(directory.substring(1)));
  }
}
