package dev.sluice.kafka;

import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.KafkaBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/** A topic of one test, and the group that reads it. */
final class TestTopic {
  private final KafkaBroker broker;
  private final String name;
  private final int partitions;

  /** On the broker that all tests share. */
  TestTopic(int partitions) {
    this(TestBroker.shared(), partitions, Map.of());
  }

  TestTopic(KafkaBroker broker, int partitions, Map<String, String> config) {
    this(broker, "t-" + UUID.randomUUID(), partitions, config);
  }

  private TestTopic(KafkaBroker broker, String name, int partitions, Map<String, String> config) {
    this.broker = broker;
    this.name = name;
    this.partitions = partitions;
    broker.createTopic(name, partitions, config);
    awaitLeaders();
  }

  /**
   * Metadata names a leader a moment before it leads. What is produced in between is refused batch
   * by batch, and an idempotent producer whose first batch was refused and second taken never
   * recovers.
   */
  private void awaitLeaders() {
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      all.put(partition(i), OffsetSpec.latest());
    }
    admin(admin -> admin.listOffsets(all).all().get());
  }

  /** A retry topic of the group that reads this one. */
  TestTopic retry(String delay, int count) {
    return new TestTopic(broker, group() + ".retry." + delay, count, Map.of());
  }

  /** Another topic of the same test, with one partition. */
  TestTopic beside(String suffix) {
    return new TestTopic(broker, name + suffix, 1, Map.of());
  }

  String name() {
    return name;
  }

  String group() {
    return name + "-group";
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  TopicPartition partition(int number) {
    return new TopicPartition(name, number);
  }

  /** The group's side of it. */
  TestGroup members() {
    return new TestGroup(bootstrapServers(), group());
  }

  /** Records {@code 0..count-1} as text, spread over the partitions in turn. */
  void produce(int count) {
    produce(0, count);
  }

  /** Texts, in order, into the first partition. */
  void produceTexts(String... values) {
    try (KafkaProducer<String, String> producer = producer(Map.of())) {
      for (String value : values) {
        producer.send(record(0, value)).get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Records {@code from..to-1} as text, spread over the partitions in turn. */
  void produce(int from, int to) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (KafkaProducer<String, String> producer = producer(Map.of("linger.ms", 5))) {
      for (int i = from; i < to; i++) {
        sent.add(producer.send(record(i % partitions, Integer.toString(i))));
      }
      producer.flush();
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A record of each of these times. */
  void produceAt(int partition, Instant... times) {
    try (KafkaProducer<String, String> producer = producer(Map.of())) {
      for (Instant time : times) {
        producer.send(new ProducerRecord<>(name, partition, time.toEpochMilli(), null, "x")).get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each value in a transaction of its own, which takes a position too. */
  void produceInTransactions(int partition, String... values) {
    try (KafkaProducer<String, String> producer =
        producer(Map.of("transactional.id", name + "-" + UUID.randomUUID()))) {
      producer.initTransactions();
      for (String value : values) {
        producer.beginTransaction();
        // A commit reports what became of the sends before it.
        var unused = producer.send(record(partition, value));
        producer.commitTransaction();
      }
    }
  }

  /** A transaction of records that nobody may ever see. */
  void produceAborted(int partition, String... values) {
    try (KafkaProducer<String, String> producer =
        producer(Map.of("transactional.id", name + "-" + UUID.randomUUID()))) {
      producer.initTransactions();
      producer.beginTransaction();
      for (String value : values) {
        var unused = producer.send(record(partition, value));
      }
      producer.flush();
      producer.abortTransaction();
    }
  }

  private ProducerRecord<String, String> record(int partition, String value) {
    return new ProducerRecord<>(name, partition, null, value);
  }

  private KafkaProducer<String, String> producer(Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("bootstrap.servers", bootstrapServers());
    return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
  }

  /** The ids of the brokers that lead its partitions. */
  Set<Integer> leaders() {
    return TestGroup.ask(
            bootstrapServers(), admin -> admin.describeTopics(List.of(name)).allTopicNames().get())
        .get(name)
        .partitions()
        .stream()
        .map(partition -> partition.leader().id())
        .collect(Collectors.toSet());
  }

  /** Makes the records of a partition before a position go, as retention would. */
  void deleteBefore(int partition, long position) {
    admin(
        admin ->
            admin
                .deleteRecords(Map.of(partition(partition), RecordsToDelete.beforeOffset(position)))
                .all()
                .get());
  }

  /** Adds partitions, which {@link #produce} leaves empty. */
  void addPartitions(int more) {
    admin(
        admin ->
            admin
                .createPartitions(Map.of(name, NewPartitions.increaseTo(partitions + more)))
                .all()
                .get());
  }

  /** One record. */
  void produceTo(int partition, String value) {
    try (KafkaProducer<String, String> producer = producer(Map.of())) {
      producer.send(record(partition, value)).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes the topic anew, empty, after {@link #delete}. */
  void create() {
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(
            () -> {
              broker.createTopic(name, partitions, Map.of());
              return true;
            });
    awaitLeaders();
  }

  /** Deletes the topic itself. */
  void delete() {
    admin(admin -> admin.deleteTopics(List.of(name)).all().get());
  }

  private void admin(TestGroup.Question<?> question) {
    TestGroup.ask(bootstrapServers(), question);
  }

  /** How many records were ever written to a partition. */
  long written(int partition) {
    return TestGroup.ask(
        bootstrapServers(),
        admin ->
            admin
                .listOffsets(Map.of(partition(partition), OffsetSpec.latest()))
                .partitionResult(partition(partition))
                .get()
                .offset());
  }

  /** Sum of the group's committed positions. */
  long committed() {
    return members().committed().values().stream().mapToLong(Long::longValue).sum();
  }

  /** A pipeline file for it. */
  Path pipeline(Path directory, String extra) {
    return pipeline(directory, "{}", extra);
  }

  /** A pipeline file for it, with properties of the Kafka consumer in YAML's flow style. */
  Path pipeline(Path directory, String properties, String extra) {
    Path file = directory.resolve("pipeline.yaml");
    String text =
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: test
          handler: work
          source:
            kafka:
              bootstrapServers: "%s"
              topics: ["%s"]
              group: "%s"
              properties: %s
          chunk: { records: 100, linger: 5ms }
        management: { port: 0, host: 127.0.0.1 }
        %s
        """
            .formatted(bootstrapServers(), name, group(), properties, extra);
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
