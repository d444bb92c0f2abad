package dev.sluice.kafka;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Records {@code 0, 1, 2 …} that keep coming at a steady rate until it is closed, each confirmed by
 * most brokers however long that takes.
 */
final class SteadyLoad implements AutoCloseable {
  private static final int EVERY_MILLIS = 20;
  private static final int AT_ONCE = 20;

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final KafkaProducer<String, String> producer;
  private final String topic;
  private final int partitions;
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger sent = new AtomicInteger();

  /** Begins at once. */
  SteadyLoad(TestTopic topic, int partitions) {
    this.topic = topic.name();
    this.partitions = partitions;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                topic.bootstrapServers(),
                "acks",
                "all",
                // A refused batch before one that was taken could stop an idempotent producer.
                "max.in.flight.requests.per.connection",
                1),
            new StringSerializer(),
            new StringSerializer());
    var unused = thread.scheduleWithFixedDelay(this::some, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void some() {
    for (int i = 0; i < AT_ONCE; i++) {
      int value = sent.getAndIncrement();
      var unused =
          producer.send(
              new ProducerRecord<>(topic, value % partitions, null, Integer.toString(value)),
              (where, failure) -> {
                if (failure != null) {
                  failures.add(failure);
                }
              });
    }
  }

  /** Every value, each of which is confirmed once this is closed. */
  List<String> values() {
    return IntStream.range(0, sent.get()).mapToObj(Integer::toString).toList();
  }

  /** Ends it and waits until all is confirmed. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(60, TimeUnit.SECONDS)) {
        throw new AssertionError("the load does not end");
      }
      producer.flush();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      producer.close();
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("a record was not confirmed", failures.peek());
    }
  }
}
