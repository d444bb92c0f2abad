package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class RecordsBatchTest {
  private final RecordsBatch batch =
      new RecordsBatch(
          List.of(
              record(5, "key", "value", new RecordHeaders()),
              record(
                  9,
                  null,
                  null,
                  new RecordHeaders()
                      .add("retry", bytes("1"))
                      .add("retry", bytes("2"))
                      .add("empty", null))),
          12);

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private static int size(String text) {
    return text == null ? ConsumerRecord.NULL_SIZE : bytes(text).length;
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long offset, String key, String value, Headers headers) {
    return new ConsumerRecord<>(
        "t",
        0,
        offset,
        1_000 + offset,
        TimestampType.CREATE_TIME,
        size(key),
        size(value),
        bytes(key),
        bytes(value),
        headers,
        Optional.empty());
  }

  @Test
  void bytesOfAStretchAreTheSumOfItsRecords() {
    RecordsBatch three =
        new RecordsBatch(
            List.of(
                record(5, "key", "value", new RecordHeaders()),
                record(9, null, null, new RecordHeaders()),
                record(12, "next", "and more", new RecordHeaders())),
            14);

    assertThat(three.bytes(0)).isEqualTo(8);
    assertThat(three.bytes(1)).isZero();
    assertThat(three.bytes(2)).isEqualTo(12);
    assertThat(three.bytes(0, 3)).isEqualTo(20);
    assertThat(three.bytes(1, 3)).isEqualTo(12);
    assertThat(three.bytes(2, 2)).isZero();
  }

  @Test
  void aBatchTellsWhatTheRecordsHold() {
    assertThat(batch.size()).isEqualTo(2);
    assertThat(batch.position(0)).isEqualTo(5);
    assertThat(batch.position(1)).isEqualTo(9);
    assertThat(batch.nextPosition()).isEqualTo(12);
    assertThat(batch.key(0)).isEqualTo(bytes("key"));
    assertThat(batch.value(0)).isEqualTo(bytes("value"));
    assertThat(batch.timestamp(1)).isEqualTo(1_009);
    assertThat(batch.bytes(0)).isEqualTo(8);
  }

  @Test
  void aRecordWithoutKeyAndValueHasNoBytes() {
    assertThat(batch.key(1)).isNull();
    assertThat(batch.value(1)).isNull();
    assertThat(batch.bytes(1)).isZero();
  }

  @Test
  void theFirstHeaderOfANameCounts() {
    assertThat(batch.header(1, "retry")).contains(bytes("1"));
    assertThat(batch.header(1, "missing")).isEmpty();
    assertThat(batch.header(1, "empty")).isEmpty();
    assertThat(batch.header(0, "retry")).isEmpty();
  }
}
