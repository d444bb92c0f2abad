package dev.sluice.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A pgbouncer that shares few connections to a server by transaction. */
final class PgBouncer implements AutoCloseable {
  private static final Duration STARTS = Duration.ofSeconds(20);

  private final Path home;
  private final Process process;
  private final int port;

  /** Where the program is, if it is installed. */
  static Optional<Path> program() {
    return Stream.of("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one.
   *
   * @param url of the database behind it
   * @param connections to the server
   */
  PgBouncer(String url, int connections) throws IOException {
    Address address = Address.of(url);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    home = Files.createTempDirectory("pgbouncer");
    // It refuses to run as root, so that others must be able to read it.
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path config = home.resolve("pgbouncer.ini");
    Files.writeString(
        config,
        String.format(
            """
            [databases]
            * = host=%s port=%d user=%s password=%s
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = %d
            max_client_conn = 200
            """,
            address.options().getHost(),
            address.options().getPort(),
            address.options().getUser(),
            address.options().getPassword(),
            port,
            connections));
    List<String> command = new ArrayList<>(List.of(program().orElseThrow().toString()));
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("-u", "nobody"));
    }
    command.add(config.toString());
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile())
            .start();
    Awaitility.await().atMost(STARTS).until(this::listens);
  }

  private boolean listens() throws IOException {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "pgbouncer has ended:\n" + Files.readString(home.resolve("log")));
    }
    try (Socket tried = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return tried.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** The same database by way of the pooler. */
  String url(String direct) {
    return direct.replaceFirst("@[^/]*/", "@127.0.0.1:" + port + "/");
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      try (Stream<Path> files = Files.walk(home)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
