package dev.sluice.embedded.postgres;

import dev.sluice.embedded.files.Secret;
import dev.sluice.embedded.files.StateFile;
import dev.sluice.embedded.process.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * What a data directory remembers of its server, so that a restart has the same address.
 *
 * @param port where clients connect
 * @param password the superuser's; made up for each data directory
 */
record ServerState(int port, String password) {

  /** What the file says; made up and written when there is none. */
  static ServerState in(Path file) {
    if (Files.notExists(file)) {
      return new ServerState(FreePorts.next(), Secret.next()).writtenTo(file);
    }
    Properties saved = StateFile.read(file);
    try {
      return new ServerState(
          Integer.parseInt(saved.getProperty("port")), saved.getProperty("password"));
    } catch (NumberFormatException e) {
      throw StateFile.unusable(file, e);
    }
  }

  /** The same server at a port that is free now, written to the file. */
  ServerState moved(Path file) {
    return new ServerState(FreePorts.next(), password).writtenTo(file);
  }

  private ServerState writtenTo(Path file) {
    Properties saved = new Properties();
    saved.setProperty("port", Integer.toString(port));
    saved.setProperty("password", password);
    StateFile.write(file, saved);
    return this;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "ServerState[port=" + port + "]";
  }
}
