package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.process.Child;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.Signal;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The processes of a broker: its port mapper, itself, and the lifeline of both. Blocks; not for
 * several threads.
 */
final class BrokerProcesses {
  private static final String NAME = "rabbitmq";
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Path directory;
  private final BrokerFiles files;
  private final RabbitOptions options;
  private Child mapper;
  private Child broker;
  private Child lifeline;

  /**
   * @param directory where logs and pid files lie; it exists before anything is started
   */
  BrokerProcesses(Path directory, BrokerFiles files, RabbitOptions options) {
    this.directory = directory;
    this.files = files;
    this.options = options;
  }

  /** Starts them and returns when the broker answers; the caller kills them when this fails. */
  void start(RabbitPrograms programs, BrokerState state) {
    mapper =
        Child.start(
            "epmd",
            BrokerFiles.mapperCommand(programs.mapper(), state),
            files.log("epmd"),
            mapperPidFile());
    // First of all: the broker would start one of its own, in the background.
    mapper.awaitReady(
        () -> Loopback.listening(state.mapperPort(), PATIENCE), options.startWithin());
    broker = Child.start("RabbitMQ", files.command(programs.server(), state), log(), pidFile());
    lifeline =
        Lifeline.of(
            pidPath(NAME), pidPath(NAME + "-epmd"), files.log("lifeline"), lifelinePidFile());
    Control control = new Control(files.control());
    broker.awaitReady(
        () -> control.ready() && Handshake.answered(state.port(), PATIENCE),
        options.startWithin(),
        Complaints::of);
  }

  /** True while the broker runs. */
  boolean alive() {
    return broker != null && broker.alive();
  }

  /** Stops the broker the way it likes to be stopped, then ends the others. */
  void stop() {
    if (broker != null) {
      broker.stop(Signal.TERM, options.stopWithin());
    }
    release();
  }

  /** Kills them all. */
  void kill() {
    if (broker != null) {
      broker.kill();
    }
    release();
  }

  /** Ends what an earlier run has left of them. */
  void endLeftovers() {
    lifelinePidFile().endLeftover(Signal.TERM, options.stopWithin());
    pidFile().endLeftover(Signal.TERM, options.stopWithin());
    mapperPidFile().endLeftover(Signal.TERM, options.stopWithin());
  }

  /** The broker's own. */
  long brokerPid() {
    return running(broker).pid();
  }

  /** The port mapper's. */
  long mapperPid() {
    return running(mapper).pid();
  }

  /** The broker's log. */
  Path log() {
    return directory.resolve(NAME + ".log");
  }

  private static Child running(Child child) {
    if (child == null) {
      throw new IllegalStateException("RabbitMQ does not run");
    }
    return child;
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
    if (broker != null) {
      pidFile().delete();
      broker = null;
    }
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
}
