package dev.sluice.embedded.postgres;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.TemporaryHome;
import dev.sluice.embedded.process.Child;
import dev.sluice.embedded.process.DirectoryLock;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.Signal;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One Postgres server on the loopback address, with password authentication and without a Unix
 * socket. It ends when this JVM ends, however this JVM ends; should it not, the next start on the
 * same directory ends it. As root it runs without root's name, see {@link RunAs}.
 */
public final class EmbeddedPostgres implements PostgresServer {
  private static final String NAME = "postgres";
  private static final String HOST = "127.0.0.1";

  private final Path directory;
  private final Path programs;
  private final PostgresOptions options;
  private final WayToRun wayToRun;
  private ServerState state;
  private DirectoryLock lock;
  private Child child;
  private Child lifeline;

  /** Chooses how to run the server, given its program. */
  @FunctionalInterface
  interface WayToRun {
    RunAs choose(Path program);
  }

  EmbeddedPostgres(Path directory, Path programs, PostgresOptions options, WayToRun wayToRun) {
    this.directory = directory.toAbsolutePath().normalize();
    this.programs = programs.toAbsolutePath().normalize();
    this.options = options;
    this.wayToRun = wayToRun;
  }

  /**
   * A server, not started yet, that keeps everything (data, log, address, pid file and its unpacked
   * programs) below a directory, which may be shared with other servers.
   */
  public static EmbeddedPostgres in(Path dataDirectory, PostgresOptions options) {
    return new EmbeddedPostgres(
        dataDirectory, dataDirectory.resolve("programs"), options, RunAs::choose);
  }

  /** A server, not started yet, whose data goes when this JVM ends. */
  public static EmbeddedPostgres temporary(PostgresOptions options) {
    TemporaryHome home = TemporaryHome.get();
    EmbeddedPostgres server =
        new EmbeddedPostgres(home.newData(NAME), home.programs(), options, RunAs::choose);
    home.stopAtEnd(server);
    return server;
  }

  /**
   * The server that all tests of this JVM share, started at the first call. Each test makes its own
   * database; a test that stops or kills a server takes one of its own.
   */
  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  private static final class Shared {
    static final EmbeddedPostgres SERVER = temporary(PostgresOptions.forTests());

    static {
      SERVER.start();
    }
  }

  @Override
  public synchronized void start() {
    if (child != null && child.alive()) {
      return;
    }
    if (lock == null) {
      lock = DirectoryLock.take(directory.resolve(NAME));
    }
    try {
      endLeftovers();
      Path installed = PostgresPrograms.in(programs);
      RunAs runAs = wayToRun.choose(installed.resolve("bin/postgres"));
      state = address();
      Path data = Cluster.in(directory.resolve(NAME), installed, runAs, state.password(), options);
      child = Child.start("Postgres", runAs.command(command(installed, data)), log(), pidFile());
      lifeline = Lifeline.of(data, child.pid(), lifelineLog(), lifelinePidFile());
      child.awaitReady(() -> Postmaster.ready(data, child.pid()), options.startWithin());
    } catch (IOException e) {
      abandon();
      throw new ServerFailed("can't start Postgres in " + directory + ": " + e, e);
    } catch (RuntimeException e) {
      abandon();
      throw e;
    }
  }

  @Override
  public synchronized void stop() {
    if (child != null) {
      child.stop(Signal.INT, options.stopWithin());
    }
    release();
  }

  @Override
  public synchronized void kill() {
    abandon();
  }

  @Override
  public String host() {
    return HOST;
  }

  @Override
  public int port() {
    return started().port();
  }

  @Override
  public String user() {
    return Cluster.USER;
  }

  @Override
  public String password() {
    return started().password();
  }

  @Override
  public String url(String database) {
    return "postgresql://" + user() + ":" + password() + "@" + HOST + ":" + port() + "/" + database;
  }

  @Override
  public String createDatabase(String name) {
    Databases.create(port(), password(), name);
    return url(name);
  }

  @Override
  public Connection connect(String database) {
    return Databases.connect(port(), password(), database);
  }

  /**
   * The server's first process.
   *
   * @throws IllegalStateException when it does not run
   */
  public synchronized long pid() {
    if (child == null) {
      throw new IllegalStateException("Postgres does not run");
    }
    return child.pid();
  }

  /** The server's own log. */
  public Path log() {
    return directory.resolve(NAME + ".log");
  }

  private synchronized ServerState started() {
    if (state == null) {
      throw new IllegalStateException("Postgres was never started: call start() first");
    }
    return state;
  }

  private ServerState address() {
    if (state != null) {
      return state;
    }
    Path file = directory.resolve(NAME).resolve("server.properties");
    ServerState saved = ServerState.in(file);
    // Nobody knows the address of an earlier run any more; within a run it never changes.
    return FreePorts.free(saved.port()) ? saved : saved.moved(file);
  }

  private List<String> command(Path installed, Path data) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("port", Integer.toString(state.port()));
    settings.put("listen_addresses", HOST);
    // A socket file's path may be at most 107 bytes long: a data directory may lie deeper.
    settings.put("unix_socket_directories", "");
    settings.put("password_encryption", "scram-sha-256");
    settings.put("shared_buffers", "64MB");
    settings.putAll(options.settings());
    List<String> command = new ArrayList<>();
    command.add(installed.resolve("bin/postgres").toString());
    command.add("-D");
    command.add(data.toString());
    settings.forEach(
        (name, value) -> {
          command.add("-c");
          command.add(name + "=" + value);
        });
    return command;
  }

  private void endLeftovers() throws IOException {
    lifelinePidFile().endLeftover(Signal.TERM, options.stopWithin());
    pidFile().endLeftover(Signal.INT, options.stopWithin());
    Postmaster.clear(directory.resolve(NAME).resolve("data"));
  }

  private PidFile pidFile() {
    return new PidFile(directory.resolve(NAME + ".pid"));
  }

  private PidFile lifelinePidFile() {
    return new PidFile(directory.resolve(NAME).resolve("lifeline.pid"));
  }

  private Path lifelineLog() {
    return directory.resolve(NAME).resolve("lifeline.log");
  }

  private void abandon() {
    if (child != null) {
      child.kill();
    }
    release();
  }

  private void release() {
    if (lifeline != null) {
      lifeline.kill();
      lifelinePidFile().delete();
      lifeline = null;
    }
    if (child != null) {
      pidFile().delete();
      child = null;
    }
    if (lock != null) {
      lock.close();
      lock = null;
    }
  }
}
