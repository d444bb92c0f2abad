package dev.sluice.kafka;

import dev.sluice.embedded.KafkaBroker;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;

/** A broker that tells its clients to come through a {@link Link}; both end with this JVM. */
final class LinkedBroker {
  private final Link link = new Link(this::port);
  private final EmbeddedKafka broker =
      EmbeddedKafka.temporary(
          KafkaOptions.defaults()
              .withProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + link.port()));

  private LinkedBroker() {}

  /** The one that the tests of this JVM share. Whoever holds requests back releases them again. */
  static LinkedBroker shared() {
    return Shared.LINKED;
  }

  private static final class Shared {
    static final LinkedBroker LINKED = new LinkedBroker();

    static {
      LINKED.broker.start();
    }
  }

  private int port() {
    String address = broker.bootstrapServers();
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  Link link() {
    return link;
  }

  KafkaBroker broker() {
    return broker;
  }
}
