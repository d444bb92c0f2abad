package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Who connects where.
 *
 * @param key the key in {@code pipeline.yaml} that declares it, for messages
 * @param address of the brokers
 * @param passwordFile a file with the password, read again for every new connection
 * @param tls what certificates are trusted and shown
 * @param heartbeat how often the two sides let each other know that they are there
 */
record BrokerAccess(
    String key,
    BrokerAddress address,
    Optional<String> passwordFile,
    Optional<RabbitTlsConfig> tls,
    Duration heartbeat) {

  /**
   * The password as it is now. Reads a file.
   *
   * @throws InvalidSetup when it can't be read
   */
  String password() {
    if (passwordFile.isEmpty()) {
      return address.password().orElseThrow();
    }
    String file = passwordFile.get();
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException | RuntimeException e) {
      throw new InvalidSetup(
          key
              + ".passwordFile: '"
              + file
              + "' can't be read: "
              + e
              + "\nFix: mount the secret there, readable for the worker's user",
          e);
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "BrokerAccess[" + address + "]";
  }
}
