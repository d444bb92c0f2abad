package dev.sluice.runtime;

import dev.sluice.api.Chunk;
import dev.sluice.api.SourceRecord;
import dev.sluice.spi.Batch;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;

/** A chunk as a handler sees it: the raw stretches and one decoded value a record. Immutable. */
final class DecodedChunk<T> implements Chunk<T> {
  private final String lane;
  private final RawChunk raw;
  private final T[] values;
  private final int attempt;

  DecodedChunk(String lane, RawChunk raw, T[] values, int attempt) {
    this.lane = lane;
    this.raw = raw;
    this.values = values;
    this.attempt = attempt;
  }

  RawChunk raw() {
    return raw;
  }

  @Override
  public String lane() {
    return lane;
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public long bytes() {
    return raw.bytes();
  }

  @Override
  public SourceRecord<T> get(int index) {
    Objects.checkIndex(index, values.length);
    return new View<>(this, raw.batch(index), raw.inBatch(index), index);
  }

  @Override
  public List<SourceRecord<T>> records() {
    return new AbstractList<>() {
      @Override
      public SourceRecord<T> get(int index) {
        return DecodedChunk.this.get(index);
      }

      @Override
      public int size() {
        return values.length;
      }
    };
  }

  @Override
  public int attempt() {
    return attempt;
  }

  /**
   * The index of a record of this chunk.
   *
   * @throws IllegalArgumentException when it is not one
   */
  int indexOf(SourceRecord<T> candidate) {
    if (candidate instanceof View<T> view && view.chunk == this) {
      return view.index;
    }
    throw new IllegalArgumentException("a record that is not of this chunk");
  }

  private static final class View<T> extends RawRecord implements SourceRecord<T> {
    private final DecodedChunk<T> chunk;
    private final int index;

    View(DecodedChunk<T> chunk, Batch batch, int inBatch, int index) {
      super(chunk.lane, batch, inBatch);
      this.chunk = chunk;
      this.index = index;
    }

    @Override
    public T value() {
      return chunk.values[index];
    }
  }
}
