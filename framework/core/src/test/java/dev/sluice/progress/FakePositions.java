package dev.sluice.progress;

/**
 * Positions as a client would deliver them.
 *
 * @param at ascending
 * @param nextPosition the position after the last one, gaps included
 */
@SuppressWarnings("ArrayRecordComponent")
record FakePositions(long[] at, long nextPosition) implements Positions {

  /** Consecutive ones. */
  static FakePositions of(long from, int count) {
    long[] at = new long[count];
    for (int i = 0; i < count; i++) {
      at[i] = from + i;
    }
    return new FakePositions(at, from + count);
  }

  /** These ones. */
  static FakePositions at(long nextPosition, long... positions) {
    return new FakePositions(positions, nextPosition);
  }

  @Override
  public int size() {
    return at.length;
  }

  @Override
  public long position(int index) {
    return at[index];
  }
}
