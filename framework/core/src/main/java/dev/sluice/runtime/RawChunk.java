package dev.sluice.runtime;

import dev.sluice.progress.LaneLedger;
import dev.sluice.spi.Attempt;
import dev.sluice.spi.Batch;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Raw records of one lane in lane order: consecutive ones, or those of one key slot. Each has its
 * number in the lane's books. Immutable; cutting one never copies a record.
 */
abstract class RawChunk {

  /** How many records, at least 1. */
  abstract int size();

  /** The batch that holds the record at an index. */
  abstract Batch batch(int index);

  /** Where the record at an index stands in its batch. */
  abstract int inBatch(int index);

  /** The number of the record at an index in the lane's books. */
  abstract long number(int index);

  /** The records from an index to before another, at least one. */
  abstract RawChunk part(int from, int to);

  final RawChunk head(int count) {
    return count == size() ? this : part(0, count);
  }

  final RawChunk tail(int count) {
    return count == 0 ? this : part(count, size());
  }

  final long position(int index) {
    return batch(index).position(inBatch(index));
  }

  final long firstPosition() {
    return position(0);
  }

  /** The position after the record at an index, inside its batch. */
  final long positionAfter(int index) {
    Batch batch = batch(index);
    int next = inBatch(index) + 1;
    return next < batch.size() ? batch.position(next) : batch.nextPosition();
  }

  /** What names the record at an index among all of its pipeline's, if anything does. */
  final Optional<String> id(int index) {
    return batch(index).id(inBatch(index));
  }

  /** Which attempt the record at an index is, if its source counts. */
  final Optional<Attempt> attempt(int index) {
    return batch(index).attempt(inBatch(index));
  }

  final long bytes() {
    long bytes = 0;
    for (int i = 0; i < size(); i++) {
      bytes += batch(i).bytes(inBatch(i));
    }
    return bytes;
  }

  /** What to do with a run of consecutive numbers. */
  @FunctionalInterface
  interface Runs {
    void accept(long from, long to);
  }

  /** Calls an action for each run of consecutive numbers among the records from an index to one. */
  final void runs(int from, int to, Runs action) {
    int start = from;
    while (start < to) {
      int end = start + 1;
      while (end < to && number(end) == number(end - 1) + 1) {
        end++;
      }
      action.accept(number(start), number(end - 1) + 1);
      start = end;
    }
  }

  final void runs(Runs action) {
    runs(0, size(), action);
  }

  /** Where the record with a number stands, or -1. */
  final int indexOf(long number) {
    for (int i = 0; i < size(); i++) {
      if (number(i) == number) {
        return i;
      }
    }
    return -1;
  }

  /** The other records than the one at an index, or null when there are none. */
  final RawChunk without(int index) {
    int[] kept = IntStream.range(0, size()).filter(i -> i != index).toArray();
    return kept.length == 0 ? null : Picks.of(this, kept, kept.length);
  }

  /** The records that have not ended in the books, or null when all have. */
  final RawChunk open(LaneLedger ledger) {
    int count = 0;
    int[] kept = new int[size()];
    for (int i = 0; i < size(); i++) {
      long number = number(i);
      if (ledger.nextOpen(number, number + 1) == number) {
        kept[count++] = i;
      }
    }
    if (count == size()) {
      return this;
    }
    return count == 0 ? null : Picks.of(this, kept, count);
  }
}
