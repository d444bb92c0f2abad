package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.TemporaryHome;
import dev.sluice.embedded.process.Child;
import dev.sluice.embedded.process.DirectoryLock;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.Signal;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One RabbitMQ broker on the loopback address, run from the {@code rabbitmq-server} that is
 * installed on the machine, beside any other broker there. It ends when this JVM ends, however this
 * JVM ends, and so does the port mapper (epmd) that it brings; should they not, the next start on
 * the same directory ends them. Works as root and as any other user.
 */
public final class EmbeddedRabbit implements RabbitBroker {
  private static final String NAME = "rabbitmq";
  private static final String HOST = "127.0.0.1";
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Path directory;
  private final RabbitOptions options;
  private final Supplier<RabbitPrograms> programs;
  private final BrokerFiles files;
  private BrokerState state;
  private DirectoryLock lock;
  private Child mapper;
  private Child child;
  private Child lifeline;

  EmbeddedRabbit(Path directory, RabbitOptions options, Supplier<RabbitPrograms> programs) {
    this.directory = directory.toAbsolutePath().normalize();
    this.options = options;
    this.programs = programs;
    files = new BrokerFiles(this.directory.resolve(NAME));
  }

  /**
   * A broker, not started yet, that keeps everything (data, log, address, pid files) below a
   * directory, which may be shared with other servers.
   */
  public static EmbeddedRabbit in(Path dataDirectory, RabbitOptions options) {
    return new EmbeddedRabbit(dataDirectory, options, RabbitPrograms::find);
  }

  /** A broker, not started yet, whose data goes when this JVM ends. */
  public static EmbeddedRabbit temporary(RabbitOptions options) {
    TemporaryHome home = TemporaryHome.get();
    EmbeddedRabbit broker = in(home.newData(NAME), options);
    home.stopAtEnd(broker);
    return broker;
  }

  /**
   * The broker that all tests of this JVM share, started at the first call. Each test makes its own
   * virtual host; a test that stops or kills a broker takes one of its own.
   */
  public static RabbitBroker shared() {
    return Shared.BROKER;
  }

  private static final class Shared {
    static final EmbeddedRabbit BROKER = temporary(RabbitOptions.defaults());

    static {
      BROKER.start();
    }
  }

  /** True when this machine has a RabbitMQ; without one, every start fails and says so. */
  public static boolean installed() {
    try {
      return RabbitPrograms.find() != null;
    } catch (ServerFailed e) {
      return false;
    }
  }

  @Override
  public synchronized void start() {
    if (child != null && child.alive()) {
      return;
    }
    RabbitPrograms installed = programs.get();
    if (lock == null) {
      lock = DirectoryLock.take(directory.resolve(NAME));
    }
    try {
      endLeftovers();
      files.makePrivate();
      state = address();
      files.write(state, options);
      mapper =
          Child.start(
              "epmd",
              BrokerFiles.mapperCommand(installed.mapper(), state),
              log("epmd"),
              mapperPidFile());
      // First of all: the broker would start one of its own, in the background.
      mapper.awaitReady(
          () -> Loopback.listening(state.mapperPort(), PATIENCE), options.startWithin());
      child = Child.start("RabbitMQ", files.command(installed.server(), state), log(), pidFile());
      lifeline =
          Lifeline.of(pidPath(NAME), pidPath(NAME + "-epmd"), log("lifeline"), lifelinePidFile());
      child.awaitReady(
          () -> control().ready() && Handshake.answered(state.port(), PATIENCE),
          options.startWithin(),
          Complaints::of);
    } catch (IOException e) {
      abandon();
      throw new ServerFailed("can't start RabbitMQ in " + directory + ": " + e, e);
    } catch (RuntimeException e) {
      abandon();
      throw e;
    }
  }

  @Override
  public synchronized void stop() {
    if (child != null) {
      child.stop(Signal.TERM, options.stopWithin());
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
  public int tlsPort() {
    only(options.tls(), "TLS is off: take RabbitOptions.withTls()");
    return started().tlsPort();
  }

  @Override
  public Path caFile() {
    only(options.tls(), "TLS is off: take RabbitOptions.withTls()");
    return files.certificate();
  }

  @Override
  public String managementUrl() {
    only(options.management(), "management is off: take RabbitOptions.withManagement()");
    return "http://" + HOST + ":" + started().managementPort();
  }

  @Override
  public String user() {
    return BrokerFiles.USER;
  }

  @Override
  public String password() {
    return started().password();
  }

  @Override
  public String url(String vhost) {
    String encoded = URLEncoder.encode(vhost, StandardCharsets.UTF_8).replace("+", "%20");
    return "amqp://" + user() + ":" + password() + "@" + HOST + ":" + port() + "/" + encoded;
  }

  @Override
  public String vhost(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a virtual host needs a name of at least one character");
    }
    control().vhost(name, user());
    return url(name);
  }

  @Override
  public Optional<QueueCounts> counts(String vhost, String queue) {
    return control().counts(vhost, queue);
  }

  @Override
  public int closeConnections(String vhost) {
    return control().close(vhost);
  }

  @Override
  public int closeConnections(String vhost, String name) {
    return control().close(vhost, name);
  }

  /**
   * The broker's process.
   *
   * @throws IllegalStateException when it does not run
   */
  public synchronized long pid() {
    return running(child).pid();
  }

  /** The process of its port mapper. */
  synchronized long mapperPid() {
    return running(mapper).pid();
  }

  /** The broker's own log. */
  public Path log() {
    return directory.resolve(NAME + ".log");
  }

  private static Child running(Child child) {
    if (child == null) {
      throw new IllegalStateException("RabbitMQ does not run");
    }
    return child;
  }

  private static void only(boolean on, String otherwise) {
    if (!on) {
      throw new IllegalStateException(otherwise);
    }
  }

  private synchronized BrokerState started() {
    if (state == null) {
      throw new IllegalStateException("RabbitMQ was never started: call start() first");
    }
    return state;
  }

  private BrokerState address() {
    if (state != null) {
      return state;
    }
    BrokerState saved = BrokerState.in(files.state());
    // Nobody knows the address of an earlier run any more; within a run it never changes.
    return saved.free() ? saved : saved.moved(files.state());
  }

  private void endLeftovers() {
    lifelinePidFile().endLeftover(Signal.TERM, options.stopWithin());
    pidFile().endLeftover(Signal.TERM, options.stopWithin());
    mapperPidFile().endLeftover(Signal.TERM, options.stopWithin());
  }

  private Control control() {
    return new Control(files.control());
  }

  private PidFile pidFile() {
    return new PidFile(pidPath(NAME));
  }

  private PidFile mapperPidFile() {
    return new PidFile(pidPath(NAME + "-epmd"));
  }

  private PidFile lifelinePidFile() {
    return new PidFile(pidPath(NAME + "-lifeline"));
  }

  private Path pidPath(String name) {
    return directory.resolve(name + ".pid");
  }

  private Path log(String name) {
    return directory.resolve(NAME).resolve(name + ".log");
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
    if (mapper != null) {
      mapper.kill();
      mapperPidFile().delete();
      mapper = null;
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
