package dev.sluice.kafka;

import dev.sluice.embedded.KafkaBroker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A broker in a container, for tests that share one. Its data and its address go with it: once
 * stopped it does not come back. The engine's reaper ends it after this JVM, however that ends.
 */
final class ContainerKafka implements KafkaBroker {
  private static final String IMAGE =
      System.getProperty("sluice.kafka.image", "apache/kafka:4.1.1");

  private final KafkaContainer container =
      new KafkaContainer(DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("apache/kafka"))
          .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
          .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0")
          // A killed consumer's lanes move after about a second instead of 45.
          .withEnv("KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS", "1000")
          .withEnv("KAFKA_GROUP_CONSUMER_MIN_SESSION_TIMEOUT_MS", "1000")
          .withEnv("KAFKA_GROUP_CONSUMER_SESSION_TIMEOUT_MS", "1500")
          .withEnv("KAFKA_GROUP_CONSUMER_MIN_HEARTBEAT_INTERVAL_MS", "100")
          .withEnv("KAFKA_GROUP_CONSUMER_HEARTBEAT_INTERVAL_MS", "300");

  static KafkaBroker started() {
    ContainerKafka broker = new ContainerKafka();
    broker.start();
    return broker;
  }

  @Override
  public void start() {
    container.start();
  }

  @Override
  public void stop() {
    container.stop();
  }

  @Override
  public void kill() {
    DockerClientFactory.lazyClient().killContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public String bootstrapServers() {
    return container.getBootstrapServers();
  }

  @Override
  public void createTopic(String name, int partitions, Map<String, String> config) {
    NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(config);
    TestGroup.ask(bootstrapServers(), admin -> admin.createTopics(List.of(topic)).all().get());
  }
}
