package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A chunk of consecutive records: one or more stretches of batches. */
final class Stretches extends RawChunk {

  /**
   * A stretch {@code [from, to)} of a batch.
   *
   * @param first the number of the batch's first record
   */
  record Stretch(Batch batch, long first, int from, int to) {
    int size() {
      return to - from;
    }
  }

  private final Stretch[] stretches;
  private final int[] begins;
  private final int size;
  // The stretch that was looked at last: records are looked at one after the other.
  private int lately;

  Stretches(List<Stretch> stretches) {
    this.stretches = stretches.toArray(new Stretch[0]);
    this.begins = new int[this.stretches.length];
    int records = 0;
    for (int i = 0; i < begins.length; i++) {
      begins[i] = records;
      records += this.stretches[i].size();
    }
    this.size = records;
  }

  @Override
  int size() {
    return size;
  }

  private int stretchOf(int index) {
    if (begins.length == 1) {
      return 0;
    }
    // Read once: handler threads look as well, and each finds a stretch that exists.
    int last = lately;
    if (index >= begins[last] && (last + 1 == begins.length || index < begins[last + 1])) {
      return last;
    }
    int found = Arrays.binarySearch(begins, index);
    int at = found >= 0 ? found : -found - 2;
    lately = at;
    return at;
  }

  @Override
  Batch batch(int index) {
    return stretches[stretchOf(index)].batch();
  }

  @Override
  int inBatch(int index) {
    int at = stretchOf(index);
    return stretches[at].from() + index - begins[at];
  }

  @Override
  long number(int index) {
    int at = stretchOf(index);
    return stretches[at].first() + stretches[at].from() + index - begins[at];
  }

  @Override
  RawChunk part(int from, int to) {
    List<Stretch> kept = new ArrayList<>(stretches.length);
    for (int i = 0; i < stretches.length; i++) {
      Stretch stretch = stretches[i];
      int first = Math.max(from, begins[i]);
      int last = Math.min(to, begins[i] + stretch.size());
      if (first < last) {
        int shift = stretch.from() - begins[i];
        kept.add(new Stretch(stretch.batch(), stretch.first(), first + shift, last + shift));
      }
    }
    return new Stretches(kept);
  }
}
