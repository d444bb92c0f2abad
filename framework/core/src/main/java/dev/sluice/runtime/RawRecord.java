package dev.sluice.runtime;

import dev.sluice.api.EncodedRecord;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Header;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One record of a batch as it arrived. Immutable. */
class RawRecord implements EncodedRecord {
  private final String lane;
  private final Batch batch;
  private final int inBatch;

  RawRecord(String lane, Batch batch, int inBatch) {
    this.lane = lane;
    this.batch = batch;
    this.inBatch = inBatch;
  }

  @Override
  public final Optional<byte[]> key() {
    return Optional.ofNullable(batch.key(inBatch));
  }

  @Override
  public final Optional<byte[]> encodedValue() {
    return Optional.ofNullable(batch.value(inBatch));
  }

  @Override
  public final Optional<byte[]> header(String name) {
    return batch.header(inBatch, name);
  }

  @Override
  public final List<Map.Entry<String, byte[]>> headers() {
    List<Map.Entry<String, byte[]>> headers = new ArrayList<>();
    for (Header header : batch.headers(inBatch)) {
      headers.add(new AbstractMap.SimpleImmutableEntry<>(header.name(), header.value()));
    }
    return Collections.unmodifiableList(headers);
  }

  @Override
  public final Optional<String> topic() {
    return batch.topic(inBatch);
  }

  @Override
  public final String lane() {
    return lane;
  }

  @Override
  public final long position() {
    return batch.position(inBatch);
  }

  @Override
  public final String id() {
    return batch
        .origin(inBatch)
        .map(origin -> origin.lane().name() + "/" + origin.position())
        .orElseGet(() -> lane + "/" + position());
  }

  @Override
  public final long timestamp() {
    return batch.timestamp(inBatch);
  }

  @Override
  public final String toString() {
    return lane + "/" + position();
  }
}
