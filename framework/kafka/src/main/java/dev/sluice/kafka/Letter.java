package dev.sluice.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * A record of a dead-letter topic, read back; the other side of {@link LetterRecord}.
 *
 * @param pipeline which pipeline gave the record up
 * @param topic where the record came from
 * @param letter as it stands in the dead-letter topic
 */
record Letter(String pipeline, String topic, ConsumerRecord<byte[], byte[]> letter) {
  private static final Pattern LANE = Pattern.compile("(.+)-\\d+");

  /**
   * What a record is.
   *
   * @param letter if it can be read
   * @param trouble if it can't
   */
  record Reading(Optional<Letter> letter, String trouble) {
    private static Reading unreadable(String trouble) {
      return new Reading(Optional.empty(), trouble);
    }
  }

  static Reading read(ConsumerRecord<byte[], byte[]> record) {
    Optional<String> pipeline = about(record, "pipeline");
    Optional<String> lane = about(record, "lane");
    if (pipeline.isEmpty() || lane.isEmpty()) {
      return Reading.unreadable(
          "has no header "
              + LetterRecord.PREFIX
              + (pipeline.isEmpty() ? "pipeline" : "lane")
              + ": it was not written by a worker");
    }
    Matcher partition = LANE.matcher(lane.get());
    if (!partition.matches()) {
      return Reading.unreadable(
          "comes from '" + lane.get() + "', which is no partition of a topic");
    }
    return new Reading(Optional.of(new Letter(pipeline.get(), partition.group(1), record)), "");
  }

  /** The latest one counts: a record that was sent again by other means may have died twice. */
  private static Optional<String> about(ConsumerRecord<byte[], byte[]> record, String what) {
    Header header = record.headers().lastHeader(LetterRecord.PREFIX + what);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }

  /**
   * The record as it was before it died: key, value and headers, the latter without ours. Its
   * partition follows from its key, its time is that of the writing, for the reason that a letter's
   * is.
   *
   * @param to the topic to write to
   */
  ProducerRecord<byte[], byte[]> original(String to) {
    ProducerRecord<byte[], byte[]> original =
        new ProducerRecord<>(to, letter.key(), letter.value());
    Headers headers = original.headers();
    for (Header header : letter.headers()) {
      if (!header.key().startsWith(LetterRecord.PREFIX)) {
        headers.add(header);
      }
    }
    return original;
  }
}
