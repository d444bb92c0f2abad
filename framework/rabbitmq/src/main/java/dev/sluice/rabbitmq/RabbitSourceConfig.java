package dev.sluice.rabbitmq;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code pipeline.source.rabbitmq} of {@code pipeline.yaml}.
 *
 * @param url where the brokers are and who connects
 * @param passwordFile a file with the password, read again for every new connection
 * @param tls what certificates are trusted and shown, with {@code amqps}
 * @param queues what is consumed
 * @param declare whether queues and what belongs to them are made when they are missing
 * @param topology how they are made, and what they must be like
 * @param prefetch the most messages of one queue delivered and not settled
 * @param keyHeader the header that is a message's key, instead of its routing key
 * @param missingId what becomes of a message without an id in a pipeline that works in transactions
 * @param deliveryAckTimeout what the broker waits for an acknowledgement
 * @param heartbeat how often the two sides let each other know that they are there
 */
public record RabbitSourceConfig(
    @Setting(
            doc =
                "Where to connect: amqp://user:password@host:port,host:port/vhost, or amqps for TLS;"
                    + " the hosts are tried in turn.")
        String url,
    @Setting(
            doc =
                "File with the password, read for every new connection so that it can be rotated;"
                    + " then none stands in the URL.")
        Optional<String> passwordFile,
    @Setting(doc = "Which certificates are trusted and shown; only with amqps.")
        Optional<RabbitTlsConfig> tls,
    @Setting(doc = "Queues to consume.", max = "100") List<String> queues,
    @Setting(
            doc =
                "Make queues, bindings, the dead-letter exchange and the delay queues of retries"
                    + " when they are missing; otherwise the worker only looks whether they are"
                    + " there.",
            value = "false")
        boolean declare,
    @Setting(doc = "How they are made, and what they must be like.", value = "{}")
        RabbitTopologyConfig topology,
    @Setting(
            doc =
                "Most messages of one queue delivered and not settled. As many as can be worked on"
                    + " at once unless given: chunk.records times concurrency.chunks.",
            min = "1",
            max = "65535")
        Optional<Integer> prefetch,
    @Setting(
            doc = "Header that is a message's key; its routing key unless given.",
            min = "1",
            max = "255")
        Optional<String> keyHeader,
    @Setting(
            doc =
                "What becomes of a message without message-id when the handler works in"
                    + " transactions, which know messages by it: its queue stops, it becomes a dead"
                    + " letter, or it is worked on at least once.",
            value = "stop")
        MissingId missingId,
    @Setting(
            doc =
                "What the broker waits for an acknowledgement before it takes a channel away: its"
                    + " consumer_timeout. A pipeline that may need longer is refused.",
            value = "30m",
            min = "1s",
            max = "8760h")
        Duration deliveryAckTimeout,
    @Setting(
            doc = "How often broker and worker let each other know that they are there.",
            value = "10s",
            min = "1s",
            max = "20s")
        Duration heartbeat) {

  /**
   * @throws InvalidSetting when the URL can't be read or gives a second password, TLS is set up
   *     without being used, no queue, or one twice, is named, or a binding feeds none of them
   */
  public RabbitSourceConfig {
    queues = List.copyOf(queues);
    BrokerAddress.withOnePassword(url, passwordFile, tls.isPresent());
    if (queues.isEmpty()) {
      throw new InvalidSetting("queues", "names no queue");
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < queues.size(); i++) {
      if (queues.get(i).isBlank() || queues.get(i).length() > 200) {
        throw new InvalidSetting(
            "queues[" + i + "]", "'" + queues.get(i) + "' is not a name of 1 to 200 characters");
      }
      if (!seen.add(queues.get(i))) {
        throw new InvalidSetting("queues[" + i + "]", "'" + queues.get(i) + "' stands there twice");
      }
    }
    bound(topology.bindings(), queues);
  }

  private static void bound(List<RabbitBindingConfig> bindings, List<String> queues) {
    for (int i = 0; i < bindings.size(); i++) {
      String key = "topology.bindings[" + i + "].queue";
      Optional<String> queue = bindings.get(i).queue();
      if (queue.isEmpty() && queues.size() > 1) {
        throw new InvalidSetting(key, "is missing: there are several queues; name one");
      }
      if (queue.isPresent() && !queues.contains(queue.get())) {
        throw new InvalidSetting(
            key, "'" + queue.get() + "' is none of the queues; name one of " + queues);
      }
    }
  }

  /** The same for one of the queues alone, and only to look. */
  RabbitSourceConfig only(String queue) {
    return new RabbitSourceConfig(
        url,
        passwordFile,
        tls,
        List.of(queue),
        false,
        new RabbitTopologyConfig(
            topology.type(),
            topology.deliveryLimit(),
            topology.deadLetterExchange(),
            List.of(),
            topology.managementUrl()),
        prefetch,
        keyHeader,
        missingId,
        deliveryAckTimeout,
        heartbeat);
  }

  BrokerAddress address() {
    return BrokerAddress.of(url);
  }

  /** Who connects where, as a client needs it. */
  BrokerAccess access(String key) {
    return new BrokerAccess(key, address(), passwordFile, tls, heartbeat);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "RabbitSourceConfig[" + address() + ", queues=" + queues + "]";
  }
}
