package dev.sluice.rabbitmq;

import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;

/** Brokers for tests. */
final class TestRabbit {
  private TestRabbit() {}

  /** The one that all tests of this JVM share, each in a virtual host of its own. */
  static RabbitBroker shared() {
    return EmbeddedRabbit.shared();
  }

  /** One that may be stopped and killed; whoever asks for it closes it. */
  static RabbitBroker own() {
    RabbitBroker broker = EmbeddedRabbit.temporary(RabbitOptions.defaults());
    broker.start();
    return broker;
  }
}
