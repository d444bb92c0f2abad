package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import dev.sluice.spi.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A batch of given values at given positions. */
final class FakeBatch implements Batch {
  private final long[] positions;
  private final String[] values;
  private final long nextPosition;

  /**
   * @param positions ascending, one a value
   * @param nextPosition the position after the last one, gaps included
   */
  FakeBatch(long[] positions, String[] values, long nextPosition) {
    this.positions = positions;
    this.values = values;
    this.nextPosition = nextPosition;
  }

  /** Values at consecutive positions. */
  static FakeBatch from(long position, String... values) {
    long[] positions = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      positions[i] = position + i;
    }
    return new FakeBatch(positions, values, position + values.length);
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public long nextPosition() {
    return nextPosition;
  }

  @Override
  public long position(int index) {
    return positions[index];
  }

  @Override
  public byte[] key(int index) {
    return ("key of " + values[index]).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] value(int index) {
    return values[index].getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Optional<byte[]> header(int index, String name) {
    return name.equals("kind") ? Optional.of(value(index)) : Optional.empty();
  }

  @Override
  public List<Header> headers(int index) {
    return List.of(new Header("kind", value(index)));
  }

  @Override
  public long timestamp(int index) {
    return 1000 + positions[index];
  }

  @Override
  public int bytes(int index) {
    return values[index].length();
  }
}
