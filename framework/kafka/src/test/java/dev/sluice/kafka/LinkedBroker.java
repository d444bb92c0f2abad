package dev.sluice.kafka;

import dev.sluice.embedded.kafka.EmbeddedKafkaCluster;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.process.FreePorts;
import java.time.Duration;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * A cluster of one broker or three, each of which tells its clients to come through a {@link Link};
 * all end with this JVM. Brokers meet each other elsewhere.
 */
final class LinkedBroker {
  private static final String BETWEEN_BROKERS = "INTERNAL";
  private static final Duration CATCHES_UP = Duration.ofSeconds(60);

  private final List<Link> links;
  private final EmbeddedKafkaCluster cluster;

  private LinkedBroker(int brokers) {
    links = IntStream.rangeClosed(1, brokers).mapToObj(id -> new Link(() -> port(id))).toList();
    cluster = EmbeddedKafkaCluster.temporary(brokers, this::options);
  }

  private KafkaOptions options(int id) {
    int port = FreePorts.next();
    return KafkaOptions.defaults()
        .withListener(new KafkaOptions.Listener(BETWEEN_BROKERS, "PLAINTEXT", port))
        .withProperty("inter.broker.listener.name", BETWEEN_BROKERS)
        .withProperty(
            "advertised.listeners",
            "PLAINTEXT://127.0.0.1:%d,%s://127.0.0.1:%d"
                .formatted(links.get(id - 1).port(), BETWEEN_BROKERS, port));
  }

  /** The one broker that the tests of this JVM share. Whoever breaks something mends it. */
  static LinkedBroker shared() {
    return One.LINKED;
  }

  /** The three brokers that the tests of this JVM share. Whoever breaks something mends it. */
  static LinkedBroker three() {
    return Three.LINKED;
  }

  private static final class One {
    static final LinkedBroker LINKED = started(1);
  }

  private static final class Three {
    static final LinkedBroker LINKED = started(3);
  }

  private static LinkedBroker started(int brokers) {
    LinkedBroker linked = new LinkedBroker(brokers);
    linked.cluster.start();
    return linked;
  }

  private int port(int id) {
    String address = cluster.broker(id).bootstrapServers();
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  /** The wire of the only broker. */
  Link link() {
    return links.get(0);
  }

  EmbeddedKafkaCluster broker() {
    return cluster;
  }

  /** Holds requests back on the wires of all brokers. */
  void hold(BiPredicate<ApiKeys, String> kindAndClient) {
    links.forEach(link -> link.hold(kindAndClient));
  }

  /** Mends the wires of all brokers. */
  void release() {
    links.forEach(Link::release);
  }

  /** Kills every broker and starts it again; of three one after the other. */
  void killAndStartEach() {
    for (int id = 1; id <= cluster.size(); id++) {
      cluster.broker(id).kill();
      cluster.broker(id).start();
      cluster.awaitInSync(CATCHES_UP);
    }
  }
}
