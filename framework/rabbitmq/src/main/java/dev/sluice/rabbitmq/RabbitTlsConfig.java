package dev.sluice.rabbitmq;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.util.Optional;

/**
 * The {@code tls} section of a connection. The broker's host name is always checked.
 *
 * @param caFile whose certificates are trusted
 * @param certificateFile what is shown to a broker that asks
 * @param keyFile the key that belongs to it
 */
public record RabbitTlsConfig(
    @Setting(
            doc = "PEM file with the certificates that are trusted; those of the JVM unless given.")
        Optional<String> caFile,
    @Setting(doc = "PEM file with the certificate that is shown to a broker that asks for one.")
        Optional<String> certificateFile,
    @Setting(doc = "PEM file with its private key, in PKCS 8.") Optional<String> keyFile) {

  /** Refuses one half of a pair. */
  public RabbitTlsConfig {
    if (certificateFile.isPresent() != keyFile.isPresent()) {
      throw new InvalidSetting(
          keyFile.isPresent() ? "certificateFile" : "keyFile",
          "is missing: certificateFile and keyFile belong together; give both or none");
    }
  }
}
