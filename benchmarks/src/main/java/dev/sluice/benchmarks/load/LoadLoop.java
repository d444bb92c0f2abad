package dev.sluice.benchmarks.load;

import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.kafka.Order;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** One loop over the two clients, on a thread and a connection of its own. */
final class LoadLoop extends Thread implements ConsumerRebalanceListener {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final String OWN =
      """
      INSERT INTO hand_positions AS own (topic, part, epoch, position) VALUES ($1, $2, 1, 0)
      ON CONFLICT (topic, part) DO UPDATE SET epoch = own.epoch + 1
      RETURNING epoch, position
      """;
  private static final String MOVE =
      """
      UPDATE hand_positions SET position = $3
      WHERE topic = $1 AND part = $2 AND epoch = $4 AND position = $5
      """;

  private final LoadLap order;
  private final LapWatch watch;
  private final Vertx vertx;
  private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
  private final Map<TopicPartition, Place> places = new HashMap<>();
  private KafkaConsumer<byte[], byte[]> consumer;
  private PgConnection connection;
  private volatile boolean stopping;
  private boolean committing;

  /** Where a partition stands in the database, and under which epoch. */
  private record Place(long epoch, long position) {}

  LoadLoop(LoadLap order, LapWatch watch, Vertx vertx, int number) {
    super("load-loop-" + number);
    this.order = order;
    this.watch = watch;
    this.vertx = vertx;
  }

  void stopSoon() {
    stopping = true;
  }

  @Override
  public void run() {
    try (KafkaConsumer<byte[], byte[]> opened = new KafkaConsumer<>(properties())) {
      consumer = opened;
      connection =
          await(
              PgConnection.connect(
                  vertx,
                  PgConnectOptions.fromUri(order.database().url())
                      .setCachePreparedStatements(true)));
      consumer.subscribe(List.of(order.topic()), this);
      while (!stopping) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          watch.begin();
          load(records);
          watch.done(records.count());
          commit(records);
        }
      }
      consumer.commitSync(next);
      await(connection.close());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void load(ConsumerRecords<byte[], byte[]> records) throws IOException {
    OrderRows rows = new OrderRows(records.count());
    for (ConsumerRecord<byte[], byte[]> each : records) {
      rows.add(Order.decoded(each.value()));
    }
    if (!order.transactional()) {
      await(connection.preparedQuery(OrderRows.INSERT).execute(rows.parameters()));
      return;
    }
    await(
        connection
            .begin()
            .compose(
                transaction ->
                    connection
                        .preparedQuery(OrderRows.INSERT)
                        .execute(rows.parameters())
                        .compose(inserted -> moveAll(records))
                        .compose(moved -> transaction.commit())));
  }

  private Future<Void> moveAll(ConsumerRecords<byte[], byte[]> records) {
    Future<Void> all = Future.succeededFuture();
    for (TopicPartition partition : records.partitions()) {
      long position = records.nextOffsets().get(partition).offset();
      all = all.compose(before -> move(partition, position));
    }
    return all;
  }

  private Future<Void> move(TopicPartition partition, long position) {
    Place place = places.get(partition);
    return connection
        .preparedQuery(MOVE)
        .execute(
            Tuple.of(
                partition.topic(),
                partition.partition(),
                position,
                place.epoch(),
                place.position()))
        .map(
            moved -> {
              if (moved.rowCount() != 1) {
                throw new IllegalStateException(partition + " is somebody else's");
              }
              places.put(partition, new Place(place.epoch(), position));
              return null;
            });
  }

  private void commit(ConsumerRecords<byte[], byte[]> records) {
    next.putAll(records.nextOffsets());
    if (!committing) {
      committing = true;
      consumer.commitAsync(Map.copyOf(next), (offsets, failure) -> committing = false);
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      if (order.transactional()) {
        var row =
            await(
                    connection
                        .preparedQuery(OWN)
                        .execute(Tuple.of(partition.topic(), partition.partition())))
                .iterator()
                .next();
        places.put(partition, new Place(row.getLong("epoch"), row.getLong("position")));
        consumer.seek(partition, row.getLong("position"));
      }
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    consumer.commitSync(next);
    partitions.forEach(next::remove);
  }

  private Map<String, Object> properties() {
    Map<String, Object> all = new HashMap<>(order.properties());
    all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, order.bootstrapServers());
    all.put(ConsumerConfig.GROUP_ID_CONFIG, order.group());
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return all;
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
