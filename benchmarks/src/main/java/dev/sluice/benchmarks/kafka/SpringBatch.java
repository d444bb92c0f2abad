package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/**
 * Spring's batch listener: a call a poll, on the consumer's thread; positions are committed behind
 * each, without waiting for the answer. Records that wait do so a poll at a time, whatever their
 * keys.
 */
final class SpringBatch implements Contestant<KafkaLap> {

  @Override
  public AutoCloseable start(KafkaLap order, LapWatch watch) {
    ScheduledExecutorService timers = Executors.newScheduledThreadPool(1);
    ContainerProperties properties = new ContainerProperties(order.topic());
    properties.setGroupId(order.group());
    properties.setAckMode(ContainerProperties.AckMode.BATCH);
    properties.setSyncCommits(false);
    BatchMessageListener<byte[], byte[]> listener = records -> work(order, watch, timers, records);
    properties.setMessageListener(listener);
    KafkaMessageListenerContainer<byte[], byte[]> container =
        new KafkaMessageListenerContainer<>(
            new DefaultKafkaConsumerFactory<>(PlainLoop.properties(order)), properties);
    container.start();
    return () -> {
      container.stop();
      timers.shutdownNow();
    };
  }

  private static void work(
      KafkaLap order,
      LapWatch watch,
      ScheduledExecutorService timers,
      List<ConsumerRecord<byte[], byte[]>> records) {
    watch.begin();
    if (order.work() == KafkaLap.Work.WAIT) {
      waitForAll(order, watch, timers, records);
      return;
    }
    for (ConsumerRecord<byte[], byte[]> each : records) {
      try {
        RecordWork.now(order, each.value());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    watch.done(records.size());
  }

  private static void waitForAll(
      KafkaLap order,
      LapWatch watch,
      ScheduledExecutorService timers,
      List<ConsumerRecord<byte[], byte[]>> records) {
    CountDownLatch all = new CountDownLatch(records.size());
    for (ConsumerRecord<byte[], byte[]> each : records) {
      RecordWork.look(each.value());
      var unused =
          timers.schedule(
              () -> {
                watch.done(1);
                all.countDown();
              },
              order.waitMillis(),
              TimeUnit.MILLISECONDS);
    }
    try {
      all.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
