package dev.sluice.rabbitmq;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code pipeline.deadLetter.rabbitmq} of {@code pipeline.yaml}.
 *
 * @param url where the brokers are and who connects
 * @param passwordFile a file with the password, read again for every new connection
 * @param tls what certificates are trusted and shown
 * @param exchange where letters go; empty for the default one
 * @param routingKey what they are published with; the name of the lane a record came from unless
 *     given
 * @param queue where letters end up, for {@code replay}
 * @param heartbeat how often the two sides let each other know that they are there
 */
public record RabbitDeadLetterConfig(
    @Setting(doc = URL) String url,
    @Setting(doc = PASSWORD_FILE) Optional<String> passwordFile,
    @Setting(doc = TLS) Optional<RabbitTlsConfig> tls,
    @Setting(
            doc =
                "Exchange that dead letters are published to; it must exist. Empty for the default"
                    + " exchange: then routingKey names their queue.",
            max = "255")
        String exchange,
    @Setting(
            doc =
                "Routing key of dead letters; the name of the lane, which is that of the queue, a"
                    + " record came from unless given.",
            max = "255")
        Optional<String> routingKey,
    @Setting(
            doc =
                "Queue that dead letters end up in, which replay reads; it must exist. With an empty"
                    + " exchange the one that routingKey names.",
            min = "1",
            max = "255")
        Optional<String> queue,
    @Setting(doc = HEARTBEAT, value = "10s", min = "1s", max = "10m") Duration heartbeat) {
  static final String URL =
      "Where to connect: amqp://user:password@host:port,host:port/vhost, or amqps for TLS; the hosts"
          + " are tried in turn.";
  static final String PASSWORD_FILE =
      "File with the password, read for every new connection so that it can be rotated; then none"
          + " stands in the URL.";
  static final String TLS = "Which certificates are trusted and shown; only with amqps.";
  static final String HEARTBEAT =
      "How often broker and worker let each other know that they are there.";

  /**
   * @throws InvalidSetting when the URL can't be read or gives a second password, TLS is set up
   *     without being used, or letters would go back to where they came from
   */
  public RabbitDeadLetterConfig {
    BrokerAddress.withOnePassword(url, passwordFile, tls.isPresent());
    if (exchange.isEmpty()) {
      if (routingKey.filter(key -> !key.isEmpty()).isEmpty()) {
        throw new InvalidSetting(
            "routingKey",
            "is missing: the exchange is the default one, which takes a letter to the queue that"
                + " routingKey names");
      }
      if (queue.isPresent() && !queue.equals(routingKey)) {
        throw new InvalidSetting(
            "queue",
            "is '"
                + queue.get()
                + "', but the default exchange takes letters to the queue '"
                + routingKey.get()
                + "'; remove one of the two");
      }
    }
  }

  BrokerAccess access() {
    return new BrokerAccess(
        RabbitDeadLetters.KEY, BrokerAddress.of(url), passwordFile, tls, heartbeat);
  }

  /** The queue that letters end up in, as far as that is known. */
  Optional<String> lettersQueue() {
    return exchange.isEmpty() ? routingKey : queue;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "RabbitDeadLetterConfig["
        + BrokerAddress.of(url)
        + ", exchange="
        + exchange
        + ", routingKey="
        + routingKey
        + "]";
  }
}
