package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What one would write by hand: poll, work, commit what is done, on one thread. As a worker does it
 * commits as often as the broker answers, one request at a time, and never waits for one.
 */
final class PlainLoop implements Contestant<KafkaLap> {
  private static final Duration POLL = Duration.ofMillis(200);

  @Override
  public AutoCloseable start(KafkaLap order, LapWatch watch) {
    if (order.work() == KafkaLap.Work.WAIT) {
      throw new UnsupportedOperationException("one record after the other: nothing is in flight");
    }
    Loop loop = new Loop(order, watch);
    Thread thread = new Thread(loop, "plain-loop");
    thread.start();
    return () -> {
      loop.stopping = true;
      thread.join();
    };
  }

  static Map<String, Object> properties(KafkaLap order) {
    Map<String, Object> all = new HashMap<>(order.properties());
    all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, order.bootstrapServers());
    all.put(ConsumerConfig.GROUP_ID_CONFIG, order.group());
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return all;
  }

  private static final class Loop implements Runnable {
    private final KafkaLap order;
    private final LapWatch watch;
    private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
    private volatile boolean stopping;
    private boolean committing;

    Loop(KafkaLap order, LapWatch watch) {
      this.order = order;
      this.watch = watch;
    }

    @Override
    public void run() {
      try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties(order))) {
        consumer.subscribe(List.of(order.topic()));
        while (!stopping) {
          ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
          if (records.isEmpty()) {
            continue;
          }
          watch.begin();
          for (ConsumerRecord<byte[], byte[]> each : records) {
            RecordWork.now(order, each.value());
          }
          watch.done(records.count());
          next.putAll(records.nextOffsets());
          if (!committing) {
            committing = true;
            consumer.commitAsync(Map.copyOf(next), (offsets, failure) -> committing = false);
          }
        }
        consumer.commitSync(next);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
