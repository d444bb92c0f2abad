package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Engine;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the consumer stands in its partitions and where they end, as far as it knows without asking
 * anybody: nothing here waits. Confined to the poll thread.
 */
final class Standing {
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Assignment assignment;
  private final Engine engine;
  private final Clock clock;
  private final WaitingRoom delays;
  private long reportedNanos;

  Standing(
      Consumer<byte[], byte[]> consumer,
      Assignment assignment,
      Engine engine,
      Clock clock,
      WaitingRoom delays) {
    this.delays = delays;
    this.consumer = consumer;
    this.assignment = assignment;
    this.engine = engine;
    this.clock = clock;
    this.reportedNanos = clock.nanos() - EVERY.toNanos();
  }

  /** The next position to deliver, empty while it is being found out. */
  OptionalLong position(TopicPartition partition) {
    OptionalLong waiting = delays.position(partition);
    return waiting.isPresent() ? waiting : read(partition);
  }

  private OptionalLong read(TopicPartition partition) {
    try {
      return OptionalLong.of(consumer.position(partition, Duration.ZERO));
    } catch (KafkaException e) {
      return OptionalLong.empty();
    }
  }

  /** Tells the engine from time to time where its lanes end. */
  void turn() {
    long now = clock.nanos();
    if (now - reportedNanos < EVERY.toNanos()) {
      return;
    }
    reportedNanos = now;
    Map<LaneRef, Long> ends = new HashMap<>();
    for (TopicPartition partition : assignment.partitions()) {
      // The client keeps the end of the log from its last fetch.
      OptionalLong lag = consumer.currentLag(partition);
      OptionalLong position = read(partition);
      if (lag.isPresent() && position.isPresent()) {
        ends.put(assignment.lane(partition), position.getAsLong() + lag.getAsLong());
      }
    }
    engine.ends(ends);
  }
}
