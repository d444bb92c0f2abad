package dev.sluice.benchmarks.kafka;

import dev.sluice.embedded.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics full of {@link Order}s. */
public final class Topic {
  /** Of every topic. */
  public static final int PARTITIONS = 6;

  // A multiple of the partitions, and without a divisor in common with the stride.
  private static final int KEYS = 99_996;
  private static final long STRIDE = 7_919;

  private Topic() {}

  /** Makes a topic with so many records, keys spread evenly over its partitions. Blocks. */
  public static void fill(KafkaBroker broker, String name, int records) {
    broker.createTopic(name, PARTITIONS);
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "linger.ms",
                20,
                "batch.size",
                128 * 1024),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < records; i++) {
        int key = (int) (i * STRIDE % KEYS);
        String customer = "customer-" + key;
        var unused =
            producer.send(
                new ProducerRecord<>(
                    name,
                    key % PARTITIONS,
                    customer.getBytes(StandardCharsets.UTF_8),
                    Order.encoded(i, customer)),
                (sent, e) -> {
                  if (e != null) {
                    failure.set(e);
                  }
                });
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException("topic " + name + " can't be filled", failure.get());
    }
  }
}
