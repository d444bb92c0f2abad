package dev.sluice.sample.dev;

import dev.sluice.embedded.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The topic {@code flights} with its 20,000 records, filled once. A load that was interrupted
 * leaves no mark, so the next start throws the half topic away and begins again: nothing is ever
 * doubled.
 */
final class FlightTopic {
  private static final String NAME = "flights";
  private static final int PARTITIONS = 6;

  private final KafkaBroker broker;
  private final Path mark;

  /**
   * @param mark the file that says the topic is full
   */
  FlightTopic(KafkaBroker broker, Path mark) {
    this.broker = broker;
    this.mark = mark;
  }

  void fill() throws IOException {
    if (Files.exists(mark)) {
      return;
    }
    deleteHalf();
    broker.createTopic(NAME, PARTITIONS);
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "linger.ms",
            20,
            "enable.idempotence",
            true);
    AtomicReference<Exception> failed = new AtomicReference<>();
    try (Producer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      FlightData.forEach(flight -> send(producer, flight, failed));
      producer.flush();
    }
    if (failed.get() != null) {
      throw new IllegalStateException("the sample data could not be written", failed.get());
    }
    Files.writeString(mark, "complete\n");
  }

  private static void send(
      Producer<String, String> producer,
      FlightData.Line flight,
      AtomicReference<Exception> failed) {
    var unused =
        producer.send(
            new ProducerRecord<>(NAME, flight.origin(), flight.json()),
            (sent, failure) -> {
              if (failure != null) {
                failed.compareAndSet(null, failure);
              }
            });
  }

  private void deleteHalf() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin.deleteTopics(List.of(NAME)).all().get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw new IllegalStateException("the half topic can't be deleted", e.getCause());
      }
    } catch (TimeoutException e) {
      throw new IllegalStateException("the half topic could not be deleted in 30 s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
