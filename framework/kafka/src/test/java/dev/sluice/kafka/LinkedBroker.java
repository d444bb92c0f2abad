package dev.sluice.kafka;

import dev.sluice.embedded.KafkaBroker;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;

/** A broker that tells its clients to come through a {@link Link}. */
final class LinkedBroker implements AutoCloseable {
  private final Link link = new Link(this::port);
  private final EmbeddedKafka broker =
      EmbeddedKafka.temporary(
          KafkaOptions.defaults()
              .withProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + link.port()));

  static LinkedBroker started() {
    LinkedBroker linked = new LinkedBroker();
    linked.broker.start();
    return linked;
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

  @Override
  public void close() {
    link.close();
    broker.close();
  }
}
