package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.TemporaryHome;
import dev.sluice.embedded.process.DirectoryLock;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

  private final Path directory;
  private final RabbitOptions options;
  private final Supplier<RabbitPrograms> programs;
  private final BrokerFiles files;
  private final BrokerProcesses processes;
  private BrokerState state;
  private DirectoryLock lock;

  EmbeddedRabbit(Path directory, RabbitOptions options, Supplier<RabbitPrograms> programs) {
    this.directory = directory.toAbsolutePath().normalize();
    this.options = options;
    this.programs = programs;
    files = new BrokerFiles(this.directory.resolve(NAME));
    processes = new BrokerProcesses(this.directory, files, options);
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

  /**
   * Looks whether this machine has a RabbitMQ, as every start does.
   *
   * @throws ServerFailed when it has none; the message says how to install it
   */
  public static void requireInstalled() {
    var unused = RabbitPrograms.find();
  }

  @Override
  public synchronized void start() {
    if (processes.alive()) {
      return;
    }
    RabbitPrograms installed = programs.get();
    if (lock == null) {
      lock = DirectoryLock.take(directory.resolve(NAME));
    }
    try {
      processes.endLeftovers();
      files.makePrivate();
      state = address();
      files.write(state, options);
      processes.start(installed, state);
    } catch (IOException e) {
      kill();
      throw new ServerFailed("can't start RabbitMQ in " + directory + ": " + e, e);
    } catch (RuntimeException e) {
      kill();
      throw e;
    }
  }

  @Override
  public synchronized void stop() {
    processes.stop();
    unlock();
  }

  @Override
  public synchronized void kill() {
    processes.kill();
    unlock();
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
   * Has the broker behave as if it were short of memory, or no longer: while it is, it blocks
   * connections that publish.
   *
   * @throws ServerFailed when the broker does not answer
   */
  public void memoryAlarm(boolean on) {
    control().memoryAlarm(on);
  }

  /**
   * The broker's process.
   *
   * @throws IllegalStateException when it does not run
   */
  public synchronized long pid() {
    return processes.brokerPid();
  }

  /** The process of its port mapper. */
  synchronized long mapperPid() {
    return processes.mapperPid();
  }

  /** The broker's own log. */
  public Path log() {
    return processes.log();
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

  private Control control() {
    return new Control(files.control());
  }

  private void unlock() {
    if (lock != null) {
      lock.close();
      lock = null;
    }
  }
}
