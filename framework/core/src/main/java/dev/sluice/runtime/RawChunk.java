package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive raw records of one lane: one or more stretches of batches. Immutable; cutting one
 * makes new stretches, never copies of records.
 */
final class RawChunk {

  /** A stretch {@code [from, to)} of a batch. */
  record Stretch(Batch batch, int from, int to) {
    int size() {
      return to - from;
    }

    long nextPosition() {
      return to < batch.size() ? batch.position(to) : batch.nextPosition();
    }
  }

  private final List<Stretch> stretches;
  private final int size;

  RawChunk(List<Stretch> stretches) {
    this.stretches = List.copyOf(stretches);
    this.size = stretches.stream().mapToInt(Stretch::size).sum();
  }

  int size() {
    return size;
  }

  List<Stretch> stretches() {
    return stretches;
  }

  long firstPosition() {
    Stretch first = stretches.get(0);
    return first.batch().position(first.from());
  }

  long nextPosition() {
    return stretches.get(stretches.size() - 1).nextPosition();
  }

  /** The position after the first {@code count} records, {@code 1 <= count <= size()}. */
  long nextPositionAfter(int count) {
    return head(count).nextPosition();
  }

  long bytes() {
    long bytes = 0;
    for (Stretch stretch : stretches) {
      for (int i = stretch.from(); i < stretch.to(); i++) {
        bytes += stretch.batch().bytes(i);
      }
    }
    return bytes;
  }

  /** The first {@code count} records, {@code 1 <= count <= size()}. */
  RawChunk head(int count) {
    List<Stretch> kept = new ArrayList<>(stretches.size());
    int left = count;
    for (Stretch stretch : stretches) {
      if (left == 0) {
        break;
      }
      int taken = Math.min(left, stretch.size());
      kept.add(new Stretch(stretch.batch(), stretch.from(), stretch.from() + taken));
      left -= taken;
    }
    return new RawChunk(kept);
  }

  /** Everything after the first {@code count} records, {@code 0 <= count < size()}. */
  RawChunk tail(int count) {
    List<Stretch> kept = new ArrayList<>(stretches.size());
    int left = count;
    for (Stretch stretch : stretches) {
      if (left >= stretch.size()) {
        left -= stretch.size();
      } else {
        kept.add(new Stretch(stretch.batch(), stretch.from() + left, stretch.to()));
        left = 0;
      }
    }
    return new RawChunk(kept);
  }
}
