package dev.sluice.kafka;

import dev.sluice.embedded.KafkaBroker;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/**
 * The broker that tests share: a container where there is an engine that has the image or can get
 * it, a child process everywhere else. {@code -Dsluice.test.broker=embedded} asks for the child
 * process, {@code -Dsluice.kafka.image} names another image. Tests that stop or break a broker
 * always have child processes of their own.
 */
final class TestBroker {
  private static final Logger LOGGER = LoggerFactory.getLogger(TestBroker.class);
  private static final String CHOICE = "sluice.test.broker";

  private TestBroker() {}

  private static final class Shared {
    static final KafkaBroker BROKER =
        chosen(
            System.getProperty(CHOICE, "any"),
            () -> DockerClientFactory.instance().isDockerAvailable(),
            ContainerKafka::started,
            EmbeddedKafka::shared);
  }

  /** The one of this JVM, started at the first call. */
  static KafkaBroker shared() {
    return Shared.BROKER;
  }

  /**
   * Chooses.
   *
   * @param asked {@code any} or {@code embedded}
   * @param engine whether there is a container engine
   * @param container starts one; fails when the image can't be had
   */
  static KafkaBroker chosen(
      String asked,
      BooleanSupplier engine,
      Supplier<KafkaBroker> container,
      Supplier<KafkaBroker> embedded) {
    if (asked.equals("embedded")) {
      LOGGER.info("tests share an embedded broker: {} asks for it", CHOICE);
      return embedded.get();
    }
    if (!engine.getAsBoolean()) {
      LOGGER.info("tests share an embedded broker: there is no container engine");
      return embedded.get();
    }
    try {
      KafkaBroker broker = container.get();
      LOGGER.info("tests share a broker in a container: {}", broker.bootstrapServers());
      return broker;
    } catch (RuntimeException e) {
      LOGGER.warn("tests share an embedded broker: the container does not start", e);
      return embedded.get();
    }
  }
}
