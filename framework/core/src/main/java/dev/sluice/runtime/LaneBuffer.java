package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What a lane holds that no chunk has been cut from yet. Confined to the event loop. */
final class LaneBuffer {
  private final Deque<RawChunk.Stretch> stretches = new ArrayDeque<>();
  private long records;
  private long bytes;
  private long toldRecords;
  private long toldBytes;

  long records() {
    return records;
  }

  long bytes() {
    return bytes;
  }

  /** Tells the host how what is held has changed since it was told last. */
  <T> void tell(LaneRun<T> lane, LaneHost<T> host) {
    long moreRecords = records - toldRecords;
    long moreBytes = bytes - toldBytes;
    toldRecords = records;
    toldBytes = bytes;
    if (moreRecords != 0) {
      host.holds(lane, moreRecords, moreBytes);
    }
  }

  boolean isEmpty() {
    return records == 0;
  }

  void add(Batch batch) {
    stretches.addLast(new RawChunk.Stretch(batch, 0, batch.size()));
    records += batch.size();
    for (int i = 0; i < batch.size(); i++) {
      bytes += batch.bytes(i);
    }
  }

  /** Puts records back that were cut last, in front of everything else. */
  void unread(RawChunk chunk) {
    List<RawChunk.Stretch> back = chunk.stretches();
    for (int i = back.size() - 1; i >= 0; i--) {
      stretches.addFirst(back.get(i));
    }
    records += chunk.size();
    bytes += chunk.bytes();
  }

  /**
   * Cuts the next chunk: as many records as fit both bounds, at least one.
   *
   * @throws IllegalStateException when the buffer is empty
   */
  RawChunk cut(int maxRecords, long maxBytes) {
    if (records == 0) {
      throw new IllegalStateException("nothing buffered");
    }
    List<RawChunk.Stretch> cut = new ArrayList<>(2);
    int count = 0;
    long size = 0;
    boolean full = false;
    while (!full && !stretches.isEmpty()) {
      RawChunk.Stretch stretch = stretches.pollFirst();
      int to = stretch.from();
      while (to < stretch.to() && count < maxRecords) {
        long next = size + stretch.batch().bytes(to);
        if (count > 0 && next > maxBytes) {
          break;
        }
        size = next;
        count++;
        to++;
      }
      if (to > stretch.from()) {
        cut.add(new RawChunk.Stretch(stretch.batch(), stretch.from(), to));
      }
      if (to < stretch.to()) {
        stretches.addFirst(new RawChunk.Stretch(stretch.batch(), to, stretch.to()));
        full = true;
      }
      full |= count == maxRecords;
    }
    records -= count;
    bytes -= size;
    return new RawChunk(cut);
  }

  /** Forgets everything. */
  void clear() {
    stretches.clear();
    records = 0;
    bytes = 0;
  }
}
