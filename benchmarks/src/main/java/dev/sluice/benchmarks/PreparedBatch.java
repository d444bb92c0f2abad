package dev.sluice.benchmarks;

import dev.sluice.spi.Batch;
import dev.sluice.spi.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Records made beforehand, at any position: the records are shared between all batches of a
 * template, so that a delivery makes one object. Read-only.
 */
final class PreparedBatch implements Batch {

  private final byte[][] keys;
  private final byte[][] values;
  private final long position;

  private PreparedBatch(byte[][] keys, byte[][] values, long position) {
    this.keys = keys;
    this.values = values;
    this.position = position;
  }

  /**
   * A batch at position 0.
   *
   * @param records how many
   * @param key the key of each
   * @param valueBytes how large each value is
   */
  static PreparedBatch of(int records, IntFunction<String> key, int valueBytes) {
    byte[][] keys = new byte[records][];
    byte[][] values = new byte[records][];
    for (int i = 0; i < records; i++) {
      keys[i] = key.apply(i).getBytes(StandardCharsets.UTF_8);
      values[i] = new byte[valueBytes];
    }
    return new PreparedBatch(keys, values, 0);
  }

  /** The same records elsewhere. */
  PreparedBatch at(long elsewhere) {
    return new PreparedBatch(keys, values, elsewhere);
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public long position(int index) {
    return position + index;
  }

  @Override
  public long nextPosition() {
    return position + values.length;
  }

  @Override
  public byte[] key(int index) {
    return keys[index];
  }

  @Override
  public byte[] value(int index) {
    return values[index];
  }

  @Override
  public Optional<byte[]> header(int index, String name) {
    return Optional.empty();
  }

  @Override
  public List<Header> headers(int index) {
    return List.of();
  }

  @Override
  public long timestamp(int index) {
    return 0;
  }

  @Override
  public int bytes(int index) {
    return keys[index].length + values[index].length;
  }
}
