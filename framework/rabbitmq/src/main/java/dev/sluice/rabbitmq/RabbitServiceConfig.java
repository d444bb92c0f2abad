package dev.sluice.rabbitmq;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code services.rabbitmq.<name>} of {@code pipeline.yaml}.
 *
 * @param url where the brokers are and who connects
 * @param passwordFile a file with the password, read again for every new connection
 * @param tls what certificates are trusted and shown
 * @param confirmWithin how long a message may take from publish to confirm
 * @param maxOutstanding the most messages without an answer of the broker
 * @param heartbeat how often the two sides let each other know that they are there
 */
public record RabbitServiceConfig(
    @Setting(doc = RabbitDeadLetterConfig.URL) String url,
    @Setting(doc = RabbitDeadLetterConfig.PASSWORD_FILE) Optional<String> passwordFile,
    @Setting(doc = RabbitDeadLetterConfig.TLS) Optional<RabbitTlsConfig> tls,
    @Setting(
            doc =
                "How long a message may take until the broker confirms it, waiting for others and"
                    + " for a connection included.",
            value = "10s",
            min = "1ms",
            max = "24h")
        Duration confirmWithin,
    @Setting(
            doc =
                "Most messages sent and not confirmed; ten times as many wait, one more fails at"
                    + " once.",
            value = "1000",
            min = "1",
            max = "100000")
        int maxOutstanding,
    @Setting(doc = RabbitDeadLetterConfig.HEARTBEAT, value = "10s", min = "1s", max = "10m")
        Duration heartbeat) {

  /**
   * @throws InvalidSetting when the URL can't be read or gives a second password, or TLS is set up
   *     without being used
   */
  public RabbitServiceConfig {
    BrokerAddress.withOnePassword(url, passwordFile, tls.isPresent());
  }

  BrokerAccess access(String key) {
    return new BrokerAccess(key, BrokerAddress.of(url), passwordFile, tls, heartbeat);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "RabbitServiceConfig[" + BrokerAddress.of(url) + "]";
  }
}
