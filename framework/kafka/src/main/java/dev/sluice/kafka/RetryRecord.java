package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.Origin;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * A record in a retry topic: key, value and headers as they were first read, and behind them a
 * fixed block of headers that say where that was and when it may be tried again. Pure.
 *
 * @param topic where it was published
 * @param origin where it was first read
 * @param timestamp its own time, in milliseconds since the epoch
 * @param notBefore when it may be tried again, in milliseconds since the epoch
 */
record RetryRecord(String topic, Origin origin, long timestamp, long notBefore) {
  private static final String PREFIX = "sluice-retry-";

  /** The block in its order: the last headers of a record are these, or it is not one of ours. */
  private static final List<String> BLOCK =
      List.of(
          "pipeline",
          "topic",
          "partition",
          "generation",
          "position",
          "timestamp",
          "attempts",
          "not-before",
          "error-class",
          "error-message");

  /** How many headers of a record in a retry topic are ours: the last ones. */
  static final int HEADERS = BLOCK.size();

  /**
   * The record's own time is that of its writing: with an old one the topic's retention might take
   * it before its time has come.
   *
   * @param failed under its first identity
   * @param notBefore in milliseconds since the epoch
   */
  static ProducerRecord<byte[], byte[]> write(String topic, DeadLetter failed, long notBefore) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, failed.key(), failed.value());
    String lane = failed.lane().name();
    int dash = lane.lastIndexOf('-');
    List<String> values =
        List.of(
            failed.pipeline(),
            lane.substring(0, dash),
            lane.substring(dash + 1),
            Long.toString(failed.lane().generation()),
            Long.toString(failed.position()),
            Long.toString(failed.timestamp()),
            Integer.toString(failed.attempts()),
            Long.toString(notBefore),
            failed.errorClass(),
            failed.errorMessage());
    Headers headers = record.headers();
    failed.headers().forEach(header -> headers.add(header.name(), header.value()));
    for (int i = 0; i < HEADERS; i++) {
      headers.add(PREFIX + BLOCK.get(i), values.get(i).getBytes(StandardCharsets.UTF_8));
    }
    return record;
  }

  /** Reads the block; empty when the record was not written by a worker. */
  static Optional<RetryRecord> read(ConsumerRecord<byte[], byte[]> record) {
    Header[] headers = record.headers().toArray();
    int first = headers.length - HEADERS;
    if (first < 0) {
      return Optional.empty();
    }
    String[] values = new String[HEADERS];
    for (int i = 0; i < HEADERS; i++) {
      Header header = headers[first + i];
      if (!header.key().equals(PREFIX + BLOCK.get(i)) || header.value() == null) {
        return Optional.empty();
      }
      values[i] = new String(header.value(), StandardCharsets.UTF_8);
    }
    try {
      Origin origin =
          new Origin(
              new LaneRef(values[1] + "-" + values[2], Long.parseLong(values[3])),
              Long.parseLong(values[4]),
              Integer.parseInt(values[6]));
      return Optional.of(
          new RetryRecord(values[1], origin, Long.parseLong(values[5]), Long.parseLong(values[7])));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
