package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What a lane holds that no chunk has been cut from yet. Confined to the event loop. */
final class LaneBuffer {
  private final Deque<Stretches.Stretch> stretches = new ArrayDeque<>();
  private long records;
  private long bytes;

  long records() {
    return records;
  }

  long bytes() {
    return bytes;
  }

  /** Whether a whole chunk is there. */
  boolean ready(EngineSettings settings) {
    return records >= settings.chunkRecords() || (records > 0 && bytes >= settings.chunkBytes());
  }

  boolean isEmpty() {
    return records == 0;
  }

  /** Takes in the records {@code [from, to)} of a batch whose first record has a number. */
  void add(Batch batch, long first, int from, int to) {
    stretches.addLast(new Stretches.Stretch(batch, first, from, to));
    records += to - from;
    bytes += batch.bytes(from, to);
  }

  /**
   * Cuts the next chunk: as many records as fit both bounds, at least one.
   *
   * @param joining which records may share a chunk
   * @throws IllegalStateException when the buffer is empty
   */
  RawChunk cut(int maxRecords, long maxBytes, Joining joining) {
    if (records == 0) {
      throw new IllegalStateException("nothing buffered");
    }
    List<Stretches.Stretch> cut = new ArrayList<>(2);
    int count = 0;
    long size = 0;
    boolean full = false;
    boolean free = joining.free();
    Stretches.Stretch head = stretches.peekFirst();
    long begin = head.batch().position(head.from());
    while (!full && !stretches.isEmpty()) {
      Stretches.Stretch stretch = stretches.pollFirst();
      int to = stretch.from();
      int most = Math.min(stretch.to(), to + maxRecords - count);
      long together = free ? stretch.batch().bytes(to, most) : Long.MAX_VALUE;
      if (together <= maxBytes - size) {
        size += together;
        count += most - to;
        to = most;
      }
      while (to < stretch.to() && count < maxRecords) {
        long next = size + stretch.batch().bytes(to);
        if (count > 0 && (next > maxBytes || !joining.joins(begin, stretch.batch().position(to)))) {
          break;
        }
        size = next;
        count++;
        to++;
      }
      if (to > stretch.from()) {
        cut.add(part(stretch, stretch.from(), to));
      }
      if (to < stretch.to()) {
        stretches.addFirst(part(stretch, to, stretch.to()));
        full = true;
      }
      full |= count == maxRecords;
    }
    records -= count;
    bytes -= size;
    return new Stretches(cut);
  }

  private static Stretches.Stretch part(Stretches.Stretch stretch, int from, int to) {
    return new Stretches.Stretch(stretch.batch(), stretch.first(), from, to);
  }

  /**
   * Takes the record with a number out.
   *
   * @return false when it is not here
   */
  boolean remove(long number) {
    boolean found = false;
    for (int i = stretches.size(); i > 0; i--) {
      Stretches.Stretch stretch = stretches.pollFirst();
      long at = number - stretch.first();
      if (at < stretch.from() || at >= stretch.to()) {
        stretches.addLast(stretch);
        continue;
      }
      int index = (int) at;
      found = true;
      records--;
      bytes -= stretch.batch().bytes(index);
      if (index > stretch.from()) {
        stretches.addLast(part(stretch, stretch.from(), index));
      }
      if (index + 1 < stretch.to()) {
        stretches.addLast(part(stretch, index + 1, stretch.to()));
      }
    }
    return found;
  }

  /** Everything that no chunk was cut from, or null; the buffer is empty afterwards. */
  RawChunk drain() {
    if (records == 0) {
      return null;
    }
    RawChunk all = new Stretches(List.copyOf(stretches));
    clear();
    return all;
  }

  private void clear() {
    stretches.clear();
    records = 0;
    bytes = 0;
  }
}
