package dev.sluice.kafka;

import static org.awaitility.Awaitility.await;

import dev.sluice.spi.Header;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.testkit.contract.Cell;
import dev.sluice.testkit.contract.ContractBroker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of four partitions, and the group that reads it through a {@link Link}. */
final class KafkaContractBroker implements ContractBroker {
  private static final int PARTITIONS = 4;
  private static final Set<ApiKeys> HEARTBEATS =
      EnumSet.of(ApiKeys.HEARTBEAT, ApiKeys.CONSUMER_GROUP_HEARTBEAT);
  private static final String SESSION_MILLIS = "3000";

  private final String prefix = "contract-" + UUID.randomUUID() + "-";
  private final Set<String> silent = ConcurrentHashMap.newKeySet();
  private final LinkedBroker linked;
  private final GroupProtocol protocol;
  private final TestTopic topic;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;

  KafkaContractBroker(LinkedBroker linked, GroupProtocol protocol) {
    this.linked = linked;
    this.protocol = protocol;
    topic = new TestTopic(linked.broker(), PARTITIONS, Map.of());
    admin = Admin.create(Map.of("bootstrap.servers", topic.bootstrapServers()));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", topic.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  private String clientId(String member) {
    return prefix + member;
  }

  @Override
  public void put(List<FakeRecord> records) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (FakeRecord each : records) {
      int partition = Math.floorMod(Arrays.hashCode(each.key()), PARTITIONS);
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic.name(), partition, each.key(), each.value());
      for (Header header : each.headers()) {
        record.headers().add(header.name(), header.value());
      }
      sent.add(producer.send(record));
    }
    producer.flush();
    sent.forEach(KafkaContractBroker::get);
  }

  private static <A> A get(Future<A> answer) {
    try {
      return answer.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Source source(String member, SourceContext context) {
    Map<String, String> properties = new HashMap<>();
    properties.put("client.id", clientId(member));
    properties.put("session.timeout.ms", SESSION_MILLIS);
    properties.put("heartbeat.interval.ms", "200");
    // A consumer closes only when its last fetch has come back.
    properties.put("fetch.max.wait.ms", "50");
    protocol.apply(properties);
    return new KafkaSourceProvider()
        .create(
            new KafkaSourceConfig(
                topic.bootstrapServers(),
                List.of(topic.name()),
                topic.group(),
                Optional.of(properties)),
            context);
  }

  @Override
  public long settled() {
    return get(
            admin
                .listConsumerGroupOffsets(topic.group())
                .partitionsToOffsetAndMetadata()
                .toCompletionStage()
                .toCompletableFuture())
        .values()
        .stream()
        .mapToLong(committed -> committed.offset())
        .sum();
  }

  private void holdSilent() {
    linked.hold((kind, client) -> silent.stream().anyMatch(client::startsWith));
  }

  @Override
  public void silence(String member) {
    silent.add(clientId(member));
    holdSilent();
  }

  @Override
  public void hear(String member) {
    silent.remove(clientId(member));
    holdSilent();
  }

  @Override
  public void disown(String member) {
    // Only its heartbeats are lost: it goes on to fetch and to commit.
    linked.hold((kind, client) -> HEARTBEATS.contains(kind) && client.startsWith(prefix));
    await()
        .atMost(Member.PATIENCE)
        .until(() -> !topic.members().clientIds().contains(clientId(member)));
    holdSilent();
  }

  @Override
  public void cutNetwork() {
    silent.add(prefix);
    holdSilent();
  }

  @Override
  public void restoreNetwork() {
    silent.remove(prefix);
    holdSilent();
  }

  @Override
  public void restart() {
    // Harsher than a stop, and quicker.
    linked.killAndStartEach();
  }

  @Override
  public Optional<String> notApplicable(Cell cell) {
    return Optional.empty();
  }

  @Override
  public void close() {
    linked.release();
    admin.close();
    producer.close();
  }
}
