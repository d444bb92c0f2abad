package dev.sluice.embedded.kafka;

import dev.sluice.embedded.KafkaBroker;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.TemporaryHome;
import dev.sluice.embedded.process.Child;
import dev.sluice.embedded.process.DirectoryLock;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.Signal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * One Kafka broker in a JVM of its own on the loopback address. It ends when this JVM ends, however
 * this JVM ends; should it not, the next start on the same directory ends it.
 */
public final class EmbeddedKafka implements KafkaBroker {
  private static final String NAME = "kafka";

  private final Path directory;
  private final Path programs;
  private final KafkaOptions options;
  private ClusterState state;
  private DirectoryLock lock;
  private Child child;

  /** A broker whose ports and cluster are known beforehand. */
  EmbeddedKafka(Path directory, Path programs, KafkaOptions options, ClusterState state) {
    this(directory, programs, options);
    this.state = state;
  }

  EmbeddedKafka(Path directory, Path programs, KafkaOptions options) {
    this.directory = directory.toAbsolutePath().normalize();
    this.programs = programs.toAbsolutePath().normalize();
    this.options = options;
  }

  /**
   * A broker, not started yet, that keeps everything (data, log, address, pid file and its unpacked
   * libraries) below a directory, which may be shared with other servers.
   */
  public static EmbeddedKafka in(Path dataDirectory, KafkaOptions options) {
    return new EmbeddedKafka(dataDirectory, dataDirectory.resolve("programs"), options);
  }

  /** A broker, not started yet, whose data goes when this JVM ends. */
  public static EmbeddedKafka temporary(KafkaOptions options) {
    TemporaryHome home = TemporaryHome.get();
    EmbeddedKafka broker = new EmbeddedKafka(home.newData(NAME), home.programs(), options);
    home.stopAtEnd(broker);
    return broker;
  }

  /**
   * The broker that all tests of this JVM share, started at the first call. Each test makes its own
   * topics and groups; a test that stops or kills a broker takes one of its own.
   */
  public static KafkaBroker shared() {
    return Shared.BROKER;
  }

  private static final class Shared {
    static final EmbeddedKafka BROKER = temporary(KafkaOptions.defaults());

    static {
      BROKER.start();
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
      pidFile().endLeftover(Signal.TERM, options.stopWithin());
      String classPath = BrokerLibraries.classPath(programs);
      state = address();
      writeProperties();
      Path ready = directory.resolve(NAME).resolve("ready");
      Files.deleteIfExists(ready);
      child = Child.start("Kafka", command(classPath, ready), log(), pidFile());
      child.awaitReady(() -> Files.exists(ready), options.startWithin());
    } catch (IOException e) {
      release();
      throw new ServerFailed("can't start Kafka in " + directory + ": " + e, e);
    } catch (RuntimeException e) {
      release();
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
    if (child != null) {
      child.kill();
    }
    release();
  }

  @Override
  public synchronized String bootstrapServers() {
    if (state == null) {
      throw new IllegalStateException("Kafka was never started: call start() first");
    }
    return "127.0.0.1:" + state.port();
  }

  @Override
  public void createTopic(String name, int partitions, Map<String, String> config) {
    Topics.create(bootstrapServers(), name, partitions, config);
  }

  /**
   * The broker's process.
   *
   * @throws IllegalStateException when it does not run
   */
  public synchronized long pid() {
    if (child == null) {
      throw new IllegalStateException("Kafka does not run");
    }
    return child.pid();
  }

  /** The broker's own log. */
  public Path log() {
    return directory.resolve(NAME + ".log");
  }

  private ClusterState address() {
    if (state != null) {
      return state;
    }
    Path file = directory.resolve(NAME).resolve("cluster.properties");
    ClusterState saved = ClusterState.in(file);
    boolean free = FreePorts.free(saved.port()) && FreePorts.free(saved.controllerPort());
    // Nobody knows the address of an earlier run any more; within a run it never changes.
    return free ? saved : saved.moved(file);
  }

  private void writeProperties() throws IOException {
    Properties properties = new Properties();
    properties.putAll(BrokerProperties.of(state, directory.resolve(NAME).resolve("data"), options));
    try (OutputStream out = Files.newOutputStream(propertiesFile())) {
      properties.store(out, null);
    }
  }

  private List<String> command(String classPath, Path ready) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options.jvmOptions());
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.add("-cp");
    command.add(classPath);
    command.add(BrokerLibraries.MAIN);
    command.add(propertiesFile().toString());
    command.add(state.clusterId());
    command.add(ready.toString());
    return command;
  }

  private Path propertiesFile() {
    return directory.resolve(NAME).resolve("broker.properties");
  }

  private PidFile pidFile() {
    return new PidFile(directory.resolve(NAME + ".pid"));
  }

  private void release() {
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
