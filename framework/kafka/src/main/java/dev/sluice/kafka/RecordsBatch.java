package dev.sluice.kafka;

import dev.sluice.spi.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** What one poll, or some in a row, brought of one partition. */
final class RecordsBatch implements Batch {
  private final List<ConsumerRecord<byte[], byte[]>> records;
  private final long nextPosition;
  // Bytes up to and with each record, and values: found on the poll thread, which has the records
  // in
  // its cache; the engine's thread would wait for each.
  private final long[] bytes;
  private final byte[][] values;

  /**
   * @param records in offset order, not empty
   * @param nextPosition the offset to read next, beyond gaps after the last record
   */
  RecordsBatch(List<ConsumerRecord<byte[], byte[]>> records, long nextPosition) {
    this.records = records;
    this.nextPosition = nextPosition;
    this.bytes = new long[records.size()];
    this.values = new byte[records.size()][];
    long sum = 0;
    int at = 0;
    for (ConsumerRecord<byte[], byte[]> each : records) {
      sum += bytes(each);
      bytes[at] = sum;
      values[at] = each.value();
      at++;
    }
  }

  /** The size of a record's key and value. */
  static int bytes(ConsumerRecord<byte[], byte[]> of) {
    return Math.max(0, of.serializedKeySize()) + Math.max(0, of.serializedValueSize());
  }

  @Override
  public int size() {
    return records.size();
  }

  @Override
  public long position(int index) {
    return records.get(index).offset();
  }

  @Override
  public long nextPosition() {
    return nextPosition;
  }

  @Override
  public byte[] key(int index) {
    return records.get(index).key();
  }

  @Override
  public byte[] value(int index) {
    return values[index];
  }

  @Override
  public Optional<byte[]> header(int index, String name) {
    for (Header header : records.get(index).headers().headers(name)) {
      return Optional.ofNullable(header.value());
    }
    return Optional.empty();
  }

  @Override
  public List<dev.sluice.spi.Header> headers(int index) {
    List<dev.sluice.spi.Header> headers = new ArrayList<>();
    for (Header header : records.get(index).headers()) {
      headers.add(new dev.sluice.spi.Header(header.key(), header.value()));
    }
    return headers;
  }

  @Override
  public Optional<String> topic(int index) {
    return Optional.of(records.get(index).topic());
  }

  @Override
  public long timestamp(int index) {
    return records.get(index).timestamp();
  }

  @Override
  public int bytes(int index) {
    return (int) bytes(index, index + 1);
  }

  @Override
  public long bytes(int from, int to) {
    return to == from ? 0 : bytes[to - 1] - (from == 0 ? 0 : bytes[from - 1]);
  }
}
