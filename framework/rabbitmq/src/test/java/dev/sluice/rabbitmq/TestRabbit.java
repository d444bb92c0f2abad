package dev.sluice.rabbitmq;

import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/**
 * Brokers for tests. The one that they share is a container where there is an engine that has the
 * image or can get it, a child process everywhere else. {@code -Dsluice.test.broker=embedded} asks
 * for the child process, {@code -Dsluice.rabbitmq.image} names another image. Tests that stop or
 * break a broker always have child processes of their own.
 */
final class TestRabbit {
  private static final Logger LOGGER = LoggerFactory.getLogger(TestRabbit.class);
  private static final String CHOICE = "sluice.test.broker";

  private TestRabbit() {}

  private static final class Shared {
    static final RabbitBroker BROKER =
        chosen(
            System.getProperty(CHOICE, "any"),
            () -> DockerClientFactory.instance().isDockerAvailable(),
            ContainerRabbit::started,
            EmbeddedRabbit::shared);
  }

  /** The one that all tests of this JVM share, each in a virtual host of its own. */
  static RabbitBroker shared() {
    return Shared.BROKER;
  }

  /**
   * Chooses.
   *
   * @param asked {@code any} or {@code embedded}
   * @param engine whether there is a container engine
   * @param container starts one; fails when the image can't be had
   */
  static RabbitBroker chosen(
      String asked,
      BooleanSupplier engine,
      Supplier<RabbitBroker> container,
      Supplier<RabbitBroker> embedded) {
    if (asked.equals("embedded")) {
      LOGGER.info("tests share an embedded broker: {} asks for it", CHOICE);
      return embedded.get();
    }
    if (!engine.getAsBoolean()) {
      LOGGER.info("tests share an embedded broker: there is no container engine");
      return embedded.get();
    }
    try {
      RabbitBroker broker = container.get();
      LOGGER.info("tests share a broker in a container at {}:{}", broker.host(), broker.port());
      return broker;
    } catch (RuntimeException e) {
      LOGGER.warn("tests share an embedded broker: the container does not start", e);
      return embedded.get();
    }
  }

  /** One that may be stopped and killed; whoever asks for it closes it. */
  static RabbitBroker own() {
    RabbitBroker broker = EmbeddedRabbit.temporary(RabbitOptions.defaults());
    broker.start();
    return broker;
  }
}
