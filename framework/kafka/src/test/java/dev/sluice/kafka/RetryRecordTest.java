package dev.sluice.kafka;

import static dev.sluice.kafka.Letters.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.Header;
import dev.sluice.spi.Origin;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class RetryRecordTest {
  private static final Header[] OWN = {
    new Header("trace", bytes("one")),
    new Header("trace", null),
    new Header("sluice-retry-position", bytes("of an earlier life"))
  };

  private static ConsumerRecord<byte[], byte[]> stored(ProducerRecord<byte[], byte[]> sent) {
    return new ConsumerRecord<>(
        sent.topic(),
        0,
        99,
        5,
        TimestampType.CREATE_TIME,
        -1,
        -1,
        sent.key(),
        sent.value(),
        sent.headers(),
        Optional.empty());
  }

  private static RetryBatch batch(ConsumerRecord<byte[], byte[]> record) {
    return new RetryBatch(
        new RecordsBatch(List.of(record), 100), List.of(RetryRecord.read(record)));
  }

  @Test
  void aRecordComesBackAsItWasFirstRead() {
    DeadLetter failed = Letters.letter(42, bytes("k"), bytes("v"), OWN);

    RetryBatch back = batch(stored(RetryRecord.write("g.retry.1m", failed, 7_000)));

    assertThat(back.key(0)).isEqualTo(bytes("k"));
    assertThat(back.value(0)).isEqualTo(bytes("v"));
    assertThat(back.headers(0)).containsExactly(OWN);
    assertThat(back.header(0, "trace")).contains(bytes("one"));
    assertThat(back.header(0, "sluice-retry-position")).contains(bytes("of an earlier life"));
    assertThat(back.header(0, "sluice-retry-not-before")).isEmpty();
    assertThat(back.timestamp(0)).isEqualTo(failed.timestamp());
    assertThat(back.topic(0)).contains("flights");
    assertThat(back.origin(0)).contains(new Origin(new LaneRef("flights-0", 3), 42, 5));
    assertThat(back.position(0)).isEqualTo(99);
  }

  @Test
  void itsTimeIsReadAndTheRecordsOwnTimeIsThatOfItsWriting() {
    ProducerRecord<byte[], byte[]> sent =
        RetryRecord.write("g.retry.1m", Letters.letter(1, null, null), 7_000);

    assertThat(sent.timestamp()).isNull();
    assertThat(RetryRecord.read(stored(sent)).orElseThrow().notBefore()).isEqualTo(7_000);
  }

  @Test
  void whatNoWorkerHasWrittenIsItsOwnOrigin() {
    ConsumerRecord<byte[], byte[]> foreign =
        new ConsumerRecord<>("g.retry.1m", 0, 99, bytes("k"), bytes("v"));
    foreign.headers().add("sluice-retry-position", bytes("1"));

    RetryBatch batch = batch(foreign);

    assertThat(batch.origin(0)).isEmpty();
    assertThat(batch.headers(0)).hasSize(1);
    assertThat(batch.topic(0)).contains("g.retry.1m");
  }

  @Test
  void figuresThatAreNoneMakeItNobodysToo() {
    ProducerRecord<byte[], byte[]> sent =
        RetryRecord.write("g.retry.1m", Letters.letter(1, null, null), 7_000);
    RecordHeaders bent = new RecordHeaders();
    sent.headers()
        .forEach(
            header ->
                bent.add(
                    header.key(),
                    header.key().endsWith("not-before") ? bytes("soon") : header.value()));

    assertThat(
            RetryRecord.read(
                stored(new ProducerRecord<>("g.retry.1m", null, (byte[]) null, null, bent))))
        .isEmpty();
  }
}
