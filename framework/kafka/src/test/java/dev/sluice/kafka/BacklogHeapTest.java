package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ten million records wait and the handler is slow: the heap holds what the settings say. */
@Tag("soak")
class BacklogHeapTest {
  private static final Logger LOGGER = LoggerFactory.getLogger(BacklogHeapTest.class);
  private static final int RECORDS = 10_000_000;
  private static final int VALUE_BYTES = 100;
  private static final int PARTITIONS = 6;
  private static final int MEASUREMENTS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final long MIB = 1L << 20;
  private static final long IN_FLIGHT = 64 * MIB; // pipeline.concurrency.bytes unless set
  private static final long SLACK = 64 * MIB;

  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(PARTITIONS);

  private volatile Exception failed;

  private void produceBacklog() {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            topic.bootstrapServers(),
            "linger.ms",
            20,
            "batch.size",
            512 << 10,
            "buffer.memory",
            64L << 20);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      byte[] value = new byte[VALUE_BYTES];
      for (int i = 0; i < RECORDS; i++) {
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(topic.name(), i % PARTITIONS, null, value),
                (sent, failure) -> failed = failure == null ? failed : failure);
      }
    }
    assertThat(failed).isNull();
  }

  @Test
  void theHeapHoldsWhatIsInFlightAndWhatWasFetchedWhateverTheBacklog() throws IOException {
    produceBacklog();
    Path pipeline = topic.pipeline(directory, "{}", "");

    long most;
    try (WorkerProcess worker = new WorkerProcess(SlowWorker.class, "slow", directory, pipeline)) {
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                assertThat(worker.running()).as(worker.output()).isTrue();
                return worker.handled().size() >= MEASUREMENTS;
              });
      most = worker.handled().stream().mapToLong(Long::parseLong).max().orElseThrow();
      assertThat(worker.terminate()).as(worker.output()).isZero();
    }

    long fetched = ConsumerConfig.DEFAULT_FETCH_MAX_BYTES;
    LOGGER.info(
        "{} records of backlog: at most {} MiB of heap, {} allowed",
        RECORDS,
        most / MIB,
        (IN_FLIGHT + fetched + SLACK) / MIB);
    assertThat(most).isLessThanOrEqualTo(IN_FLIGHT + fetched + SLACK);
  }
}
