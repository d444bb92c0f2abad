package dev.sluice.embedded.postgres;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.process.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Properties;

/**
 * What a data directory remembers of its server, so that a restart has the same address.
 *
 * @param port where clients connect
 * @param password the superuser's; made up for each data directory
 */
record ServerState(int port, String password) {
  private static final int PASSWORD_BYTES = 12;

  /** What the file says; made up and written when there is none. */
  static ServerState in(Path file) {
    try {
      if (Files.notExists(file)) {
        ServerState fresh = new ServerState(FreePorts.next(), newPassword());
        fresh.write(file);
        return fresh;
      }
      Properties saved = new Properties();
      try (InputStream in = Files.newInputStream(file)) {
        saved.load(in);
      }
      return new ServerState(
          Integer.parseInt(saved.getProperty("port")), saved.getProperty("password"));
    } catch (IOException | NumberFormatException e) {
      throw new ServerFailed(
          "can't use " + file + ": " + e + "; delete the data directory to begin anew", e);
    }
  }

  /** The same server at a port that is free now, written to the file. */
  ServerState moved(Path file) {
    ServerState moved = new ServerState(FreePorts.next(), password);
    try {
      moved.write(file);
    } catch (IOException e) {
      throw new ServerFailed("can't write " + file, e);
    }
    return moved;
  }

  private void write(Path file) throws IOException {
    Properties saved = new Properties();
    saved.setProperty("port", Integer.toString(port));
    saved.setProperty("password", password);
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(next);
    Files.createFile(
        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(next)) {
      saved.store(out, null);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String newPassword() {
    byte[] bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "ServerState[port=" + port + "]";
  }
}
