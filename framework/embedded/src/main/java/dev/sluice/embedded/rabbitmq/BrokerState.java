package dev.sluice.embedded.rabbitmq;

import dev.sluice.embedded.files.Secret;
import dev.sluice.embedded.files.StateFile;
import dev.sluice.embedded.process.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.IntStream;

/**
 * What a data directory remembers of its broker, so that a restart has the same address.
 *
 * @param port where clients connect
 * @param tlsPort where they connect by TLS, if that is on
 * @param managementPort where the management plugin answers, if that is on
 * @param nodePort where Erlang nodes connect; nobody does, but Erlang wants it
 * @param mapperPort where the node's port mapper (epmd) answers
 * @param password of the one user; made up for each data directory
 */
record BrokerState(
    int port, int tlsPort, int managementPort, int nodePort, int mapperPort, String password) {

  /** What the file says; made up and written when there is none. */
  static BrokerState in(Path file) {
    if (Files.notExists(file)) {
      return fresh(Secret.next()).writtenTo(file);
    }
    Properties saved = StateFile.read(file);
    try {
      return new BrokerState(
          Integer.parseInt(saved.getProperty("port")),
          Integer.parseInt(saved.getProperty("tlsPort")),
          Integer.parseInt(saved.getProperty("managementPort")),
          Integer.parseInt(saved.getProperty("nodePort")),
          Integer.parseInt(saved.getProperty("mapperPort")),
          saved.getProperty("password"));
    } catch (NumberFormatException e) {
      throw StateFile.unusable(file, e);
    }
  }

  /** True when nobody listens on any of the ports. */
  boolean free() {
    return IntStream.of(port, tlsPort, managementPort, nodePort, mapperPort)
        .allMatch(FreePorts::free);
  }

  /** The same broker at ports that are free now, written to the file. */
  BrokerState moved(Path file) {
    return fresh(password).writtenTo(file);
  }

  private static BrokerState fresh(String password) {
    return new BrokerState(
        FreePorts.next(),
        FreePorts.next(),
        FreePorts.next(),
        FreePorts.next(),
        FreePorts.next(),
        password);
  }

  private BrokerState writtenTo(Path file) {
    Properties saved = new Properties();
    saved.setProperty("port", Integer.toString(port));
    saved.setProperty("tlsPort", Integer.toString(tlsPort));
    saved.setProperty("managementPort", Integer.toString(managementPort));
    saved.setProperty("nodePort", Integer.toString(nodePort));
    saved.setProperty("mapperPort", Integer.toString(mapperPort));
    saved.setProperty("password", password);
    StateFile.write(file, saved);
    return this;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "BrokerState[port=" + port + "]";
  }
}
