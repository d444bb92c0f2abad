package dev.sluice.runtime;

import dev.sluice.api.Chunk;
import dev.sluice.api.SourceRecord;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.List;

/** Those records of a chunk that are not applied yet. Immutable. */
final class FreshChunk<T> implements Chunk<T> {
  private final DecodedChunk<T> whole;
  private final int[] indexes;

  private FreshChunk(DecodedChunk<T> whole, int[] indexes) {
    this.whole = whole;
    this.indexes = indexes;
  }

  /** The chunk itself when all of it is fresh. */
  static <T> Chunk<T> of(DecodedChunk<T> whole, BitSet fresh) {
    return fresh.cardinality() == whole.size()
        ? whole
        : new FreshChunk<>(whole, fresh.stream().toArray());
  }

  @Override
  public String lane() {
    return whole.lane();
  }

  @Override
  public int size() {
    return indexes.length;
  }

  @Override
  public long bytes() {
    long bytes = 0;
    for (int index : indexes) {
      bytes += whole.raw().batch(index).bytes(whole.raw().inBatch(index));
    }
    return bytes;
  }

  @Override
  public SourceRecord<T> get(int index) {
    return whole.get(indexes[index]);
  }

  @Override
  public List<SourceRecord<T>> records() {
    return new AbstractList<>() {
      @Override
      public SourceRecord<T> get(int index) {
        return FreshChunk.this.get(index);
      }

      @Override
      public int size() {
        return indexes.length;
      }
    };
  }

  @Override
  public int attempt() {
    return whole.attempt();
  }
}
