package dev.sluice.kafka;

import dev.sluice.spi.DeadLetter;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/** A dead letter as a Kafka record (docs/dead-letters.md). Pure. */
final class LetterRecord {
  /** What the names of our headers begin with. */
  static final String PREFIX = "sluice-dead-";

  private LetterRecord() {}

  /**
   * Key, value and headers as they arrived, then what is known of the death, as text. The record's
   * own time is that of its writing: with an old one the topic's retention might take it at once.
   */
  static ProducerRecord<byte[], byte[]> of(String topic, DeadLetter letter) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, letter.key(), letter.value());
    Headers headers = record.headers();
    letter.headers().forEach(header -> headers.add(header.name(), header.value()));
    about(headers, "id", letter.id());
    about(headers, "pipeline", letter.pipeline());
    about(headers, "lane", letter.lane().name());
    about(headers, "generation", Long.toString(letter.lane().generation()));
    about(headers, "position", Long.toString(letter.position()));
    about(headers, "timestamp", Long.toString(letter.timestamp()));
    about(headers, "error-class", letter.errorClass());
    about(headers, "error-message", letter.errorMessage());
    about(headers, "attempts", Integer.toString(letter.attempts()));
    about(headers, "time", letter.diedAt().toString());
    return record;
  }

  private static void about(Headers headers, String what, String value) {
    headers.add(PREFIX + what, value.getBytes(StandardCharsets.UTF_8));
  }
}
