package dev.sluice.embedded.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.process.ProcessId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EmbeddedKafkaClusterTest {
  private static final Duration CATCHES_UP = Duration.ofSeconds(60);

  private static EmbeddedKafkaCluster cluster;

  @BeforeAll
  static void start() {
    cluster = EmbeddedKafkaCluster.temporary(3, KafkaOptions.defaults());
    cluster.start();
  }

  @AfterAll
  static void stopAndLookThatNothingIsLeft() {
    List<ProcessId> processes =
        IntStream.rangeClosed(1, 3)
            .mapToObj(id -> ProcessId.of(cluster.broker(id).pid()).orElseThrow())
            .toList();
    cluster.stop();
    assertThat(processes).noneMatch(ProcessId::alive);
  }

  private static Collection<TopicPartitionInfo> partitions(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      return admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get(30, TimeUnit.SECONDS)
          .get(topic)
          .partitions();
    }
  }

  private static void confirmed(String topic, int partition) throws Exception {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all"),
            new StringSerializer(),
            new StringSerializer())) {
      producer
          .send(new ProducerRecord<>(topic, partition, null, "value"))
          .get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void aTopicHasAReplicaOnEveryBrokerAndLeadersOnAll() throws Exception {
    cluster.createTopic("spread", 6);

    assertThat(partitions("spread"))
        .allSatisfy(partition -> assertThat(partition.isr()).hasSize(3))
        .extracting(partition -> partition.leader().id())
        .containsOnly(1, 2, 3);
  }

  @Test
  void anyBrokerMayBeKilledAndComeBackWhileTheOthersConfirmWrites() throws Exception {
    cluster.createTopic("lasting", 3);
    for (int id = 1; id <= 3; id++) {
      cluster.broker(id).kill();

      for (int partition = 0; partition < 3; partition++) {
        confirmed("lasting", partition);
      }
      int killed = id;
      assertThat(partitions("lasting"))
          .extracting(TopicPartitionInfo::leader)
          .extracting(Node::id)
          .isNotEmpty()
          .allMatch(leader -> Set.of(1, 2, 3).contains(leader) && leader != killed);

      cluster.start();
      cluster.awaitInSync(CATCHES_UP);
    }
  }
}
