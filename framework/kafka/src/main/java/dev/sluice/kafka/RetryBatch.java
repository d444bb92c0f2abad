package dev.sluice.kafka;

import dev.sluice.spi.Batch;
import dev.sluice.spi.Header;
import dev.sluice.spi.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Records of a retry topic as they were when they were first read: without the headers that bring
 * them back, and with their own time. A record that no worker has written there is its own origin.
 */
final class RetryBatch implements Batch {
  private final RecordsBatch records;
  private final List<Optional<RetryRecord>> about;

  /**
   * @param about what is known of each record
   */
  RetryBatch(RecordsBatch records, List<Optional<RetryRecord>> about) {
    this.records = records;
    this.about = List.copyOf(about);
  }

  @Override
  public int size() {
    return records.size();
  }

  @Override
  public long position(int index) {
    return records.position(index);
  }

  @Override
  public long nextPosition() {
    return records.nextPosition();
  }

  @Override
  public byte[] key(int index) {
    return records.key(index);
  }

  @Override
  public byte[] value(int index) {
    return records.value(index);
  }

  @Override
  public Optional<byte[]> header(int index, String name) {
    for (Header header : headers(index)) {
      if (header.name().equals(name)) {
        return Optional.ofNullable(header.value());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Header> headers(int index) {
    List<Header> all = records.headers(index);
    return about.get(index).isPresent()
        ? new ArrayList<>(all.subList(0, all.size() - RetryRecord.HEADERS))
        : all;
  }

  @Override
  public Optional<Origin> origin(int index) {
    return about.get(index).map(RetryRecord::origin);
  }

  @Override
  public Optional<String> topic(int index) {
    return about.get(index).map(RetryRecord::topic).or(() -> records.topic(index));
  }

  @Override
  public long timestamp(int index) {
    return about.get(index).map(RetryRecord::timestamp).orElseGet(() -> records.timestamp(index));
  }

  @Override
  public int bytes(int index) {
    return records.bytes(index);
  }
}
