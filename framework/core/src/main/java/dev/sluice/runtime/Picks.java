package dev.sluice.runtime;

import dev.sluice.spi.Batch;

/**
 * A chunk of records that need not be consecutive: those of one key slot, or what is left of one.
 */
final class Picks extends RawChunk {
  private final Batch[] batches;
  private final int[] inBatch;
  private final long[] numbers;
  private final int from;
  private final int to;

  /**
   * @param batches the batch of each record
   * @param inBatch where it stands there
   * @param numbers its number in the books, ascending
   * @param from the first record that belongs to the chunk
   * @param to the record after the last
   */
  Picks(Batch[] batches, int[] inBatch, long[] numbers, int from, int to) {
    this.batches = batches;
    this.inBatch = inBatch;
    this.numbers = numbers;
    this.from = from;
    this.to = to;
  }

  /** The first {@code count} of some records of another chunk. */
  static Picks of(RawChunk chunk, int[] indexes, int count) {
    Batch[] batches = new Batch[count];
    int[] inBatch = new int[count];
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      batches[i] = chunk.batch(indexes[i]);
      inBatch[i] = chunk.inBatch(indexes[i]);
      numbers[i] = chunk.number(indexes[i]);
    }
    return new Picks(batches, inBatch, numbers, 0, count);
  }

  @Override
  int size() {
    return to - from;
  }

  @Override
  Batch batch(int index) {
    return batches[from + index];
  }

  @Override
  int inBatch(int index) {
    return inBatch[from + index];
  }

  @Override
  long number(int index) {
    return numbers[from + index];
  }

  @Override
  RawChunk part(int first, int last) {
    return new Picks(batches, inBatch, numbers, from + first, from + last);
  }
}
