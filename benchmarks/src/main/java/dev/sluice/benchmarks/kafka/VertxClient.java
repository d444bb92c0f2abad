package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.LapWatch;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.common.TopicPartition;
import io.vertx.kafka.client.consumer.KafkaConsumer;
import io.vertx.kafka.client.consumer.OffsetAndMetadata;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * Vert.x's Kafka client by its {@code poll}: one poll after the other, the work on the event loop.
 * Commits as the plain loop does. Records that wait do so a poll at a time, whatever their keys.
 */
final class VertxClient implements Contestant<KafkaLap> {
  private static final Duration POLL = Duration.ofMillis(200);

  @Override
  public AutoCloseable start(KafkaLap order, LapWatch watch) {
    Vertx vertx = Vertx.vertx();
    Polls polls = new Polls(vertx, order, watch);
    vertx.getOrCreateContext().runOnContext(now -> polls.begin());
    return () -> {
      polls.stopping = true;
      polls.over.await();
      vertx.close().toCompletionStage().toCompletableFuture().get();
    };
  }

  /** On one event loop. */
  private static final class Polls {
    private final Vertx vertx;
    private final KafkaLap order;
    private final LapWatch watch;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean stopping;
    private boolean committing;

    Polls(Vertx vertx, KafkaLap order, LapWatch watch) {
      this.vertx = vertx;
      this.order = order;
      this.watch = watch;
      Map<String, String> properties = new HashMap<>();
      PlainLoop.properties(order)
          .forEach(
              (name, value) ->
                  properties.put(
                      name, value instanceof Class<?> type ? type.getName() : value.toString()));
      this.consumer = KafkaConsumer.create(vertx, properties);
    }

    void begin() {
      consumer.subscribe(order.topic()).onSuccess(subscribed -> poll()).onFailure(this::failed);
    }

    private void poll() {
      if (stopping) {
        commit().eventually(consumer::close).onComplete(closed -> over.countDown());
        return;
      }
      consumer
          .poll(POLL)
          .compose(polled -> work(polled.records()))
          .onSuccess(
              worked -> {
                if (!committing && !next.isEmpty()) {
                  committing = true;
                  commit().onComplete(committed -> committing = false);
                }
                poll();
              })
          .onFailure(this::failed);
    }

    private Future<Map<TopicPartition, OffsetAndMetadata>> commit() {
      return consumer.commit(Map.copyOf(next));
    }

    private Future<?> work(ConsumerRecords<byte[], byte[]> records) {
      if (records.isEmpty()) {
        return Future.succeededFuture();
      }
      watch.begin();
      Future<?> all = Future.succeededFuture();
      if (order.work() == KafkaLap.Work.WAIT) {
        all = waitForAll(records);
      } else {
        for (ConsumerRecord<byte[], byte[]> each : records) {
          now(each.value());
        }
        watch.done(records.count());
      }
      return all.onSuccess(
          done ->
              records
                  .nextOffsets()
                  .forEach(
                      (partition, at) ->
                          next.put(
                              new TopicPartition(partition.topic(), partition.partition()),
                              new OffsetAndMetadata(at.offset(), ""))));
    }

    private Future<?> waitForAll(ConsumerRecords<byte[], byte[]> records) {
      List<Future<?>> waits = new ArrayList<>(records.count());
      for (ConsumerRecord<byte[], byte[]> each : records) {
        RecordWork.look(each.value());
        waits.add(vertx.timer(order.waitMillis()).onSuccess(fired -> watch.done(1)));
      }
      return Future.all(waits);
    }

    private void now(byte[] value) {
      try {
        RecordWork.now(order, value);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private void failed(Throwable cause) {
      System.err.println("the Vert.x client has failed: " + cause);
      consumer.close().onComplete(closed -> over.countDown());
    }
  }
}
