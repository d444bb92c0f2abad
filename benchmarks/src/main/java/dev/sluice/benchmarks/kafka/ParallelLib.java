package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.ParallelStreamProcessor;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Parallel Consumer: a thread for each record that is worked on; in the order of partitions where
 * lanes are kept in order, of keys where records wait. Commits by time, as it does by default.
 */
final class ParallelLib implements Contestant<KafkaLap> {

  @Override
  public AutoCloseable start(KafkaLap order, LapWatch watch) {
    boolean waits = order.work() == KafkaLap.Work.WAIT;
    Map<String, Object> properties = new HashMap<>(PlainLoop.properties(order));
    // It tells keys apart by equals, which arrays don't have.
    properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(properties);
    ParallelStreamProcessor<String, byte[]> processor =
        ParallelStreamProcessor.createEosStreamProcessor(
            ParallelConsumerOptions.<String, byte[]>builder()
                .consumer(consumer)
                .ordering(
                    waits
                        ? ParallelConsumerOptions.ProcessingOrder.KEY
                        : ParallelConsumerOptions.ProcessingOrder.PARTITION)
                // It looks for a field that this version of the client does not have.
                .ignoreReflectiveAccessExceptionsForAutoCommitDisabledCheck(true)
                .maxConcurrency(waits ? order.inFlight() : Topic.PARTITIONS)
                .build());
    processor.subscribe(List.of(order.topic()));
    processor.poll(
        context -> {
          watch.begin();
          work(order, context.getSingleConsumerRecord().value());
          watch.done(1);
        });
    return processor::closeDrainFirst;
  }

  private static void work(KafkaLap order, byte[] value) {
    if (order.work() != KafkaLap.Work.WAIT) {
      try {
        RecordWork.now(order, value);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return;
    }
    RecordWork.look(value);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(order.waitMillis());
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
