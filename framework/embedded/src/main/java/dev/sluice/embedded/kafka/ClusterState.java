package dev.sluice.embedded.kafka;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.process.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.Properties;
import java.util.UUID;

/**
 * What a data directory remembers of its broker, so that a restart is the same cluster at the same
 * address.
 *
 * @param clusterId the cluster's id in Kafka's form
 * @param port where clients connect
 * @param controllerPort where the broker meets its own controller
 */
record ClusterState(String clusterId, int port, int controllerPort) {

  /** What the file says; made up and written when there is none. */
  static ClusterState in(Path file) {
    try {
      if (Files.notExists(file)) {
        ClusterState fresh = fresh(newId());
        fresh.write(file);
        return fresh;
      }
      Properties saved = new Properties();
      try (InputStream in = Files.newInputStream(file)) {
        saved.load(in);
      }
      return new ClusterState(
          saved.getProperty("clusterId"),
          Integer.parseInt(saved.getProperty("port")),
          Integer.parseInt(saved.getProperty("controllerPort")));
    } catch (IOException | NumberFormatException e) {
      throw new ServerFailed(
          "can't use " + file + ": " + e + "; delete the data directory to begin anew", e);
    }
  }

  /** A broker of a cluster, at ports that are free now. */
  static ClusterState fresh(String clusterId) {
    return new ClusterState(clusterId, FreePorts.next(), FreePorts.next());
  }

  /** The same cluster at ports that are free now, written to the file. */
  ClusterState moved(Path file) {
    ClusterState moved = new ClusterState(clusterId, FreePorts.next(), FreePorts.next());
    try {
      moved.write(file);
    } catch (IOException e) {
      throw new ServerFailed("can't write " + file, e);
    }
    return moved;
  }

  private void write(Path file) throws IOException {
    Properties saved = new Properties();
    saved.setProperty("clusterId", clusterId);
    saved.setProperty("port", Integer.toString(port));
    saved.setProperty("controllerPort", Integer.toString(controllerPort));
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (OutputStream out = Files.newOutputStream(next)) {
      saved.store(out, null);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  // Kafka writes a UUID as URL-safe base64 without padding.
  static String newId() {
    UUID id = UUID.randomUUID();
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
