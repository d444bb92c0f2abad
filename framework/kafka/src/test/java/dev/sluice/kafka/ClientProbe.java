package dev.sluice.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Sees what one Kafka client reads and what the broker has confirmed of its commits. */
public final class ClientProbe implements ConsumerInterceptor<byte[], byte[]> {
  private static final Map<String, ClientProbe> BY_CLIENT = new ConcurrentHashMap<>();

  private final AtomicLong consumed = new AtomicLong();
  private final List<Map<TopicPartition, Long>> commits = new ArrayList<>();

  /** Made by the client. */
  public ClientProbe() {}

  static ClientProbe of(String clientId) {
    return BY_CLIENT.get(clientId);
  }

  long consumed() {
    return consumed.get();
  }

  synchronized List<Map<TopicPartition, Long>> commits() {
    return List.copyOf(commits);
  }

  @Override
  public void configure(Map<String, ?> configs) {
    BY_CLIENT.put((String) configs.get("client.id"), this);
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    consumed.addAndGet(records.count());
    return records;
  }

  @Override
  public synchronized void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
    Map<TopicPartition, Long> positions = new HashMap<>();
    offsets.forEach((partition, offset) -> positions.put(partition, offset.offset()));
    commits.add(positions);
  }

  @Override
  public void close() {}
}
