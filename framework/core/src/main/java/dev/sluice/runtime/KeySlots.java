package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keys run side by side: each key falls into one of a fixed number of slots, and a slot is a
 * strand. Two keys of one slot wait for each other; memory does not depend on how many keys there
 * are. A slot that was busy when records came starts them at once afterwards; otherwise they
 * linger.
 */
final class KeySlots<T> implements LaneOrder {
  private static final int SLOTS_A_CHUNK = 4;
  private static final int FEWEST = 64;
  private static final int MOST = 65_536;

  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final EngineSettings settings;
  private final Linger linger;
  private final BatchLog log = new BatchLog();
  private final KeySlot<T>[] slots;
  private List<KeySlot<T>> touched = new ArrayList<>();
  private List<KeySlot<T>> lingering = new ArrayList<>();
  private long records;

  @SuppressWarnings({"unchecked", "rawtypes"})
  KeySlots(LaneRun<T> lane, LaneParts<T> parts) {
    this.lane = lane;
    this.parts = parts;
    this.settings = parts.settings();
    this.linger = new Linger(settings.linger(), parts.timers());
    this.slots = new KeySlot[slots(settings.maxChunks())];
  }

  /** Enough slots that chunks rarely wait for an unrelated key: a power of two. */
  static int slots(int maxChunks) {
    int wanted = (int) Math.max(FEWEST, Math.min(MOST, SLOTS_A_CHUNK * (long) maxChunks));
    return Integer.highestOneBit(wanted - 1) << 1;
  }

  private KeySlot<T> slot(Batch batch, int index, long number) {
    byte[] key = batch.key(index);
    // Records without a key are in no order: they spread.
    int hash = key == null ? Long.hashCode(number) : KeyHash.of(key);
    int at = KeyHash.spread(hash) & (slots.length - 1);
    KeySlot<T> slot = slots[at];
    if (slot == null) {
      slot = new KeySlot<>(this, lane, parts);
      slots[at] = slot;
    }
    return slot;
  }

  @Override
  public void add(Batch batch, long first, int from, int to) {
    log.add(batch, first, to - from);
    records += to - from;
    for (int i = from; i < to; i++) {
      KeySlot<T> slot = slot(batch, i, first + i);
      if (slot.add(first + i)) {
        touched.add(slot);
      }
    }
  }

  @Override
  public void advance() {
    List<KeySlot<T>> fresh = touched;
    touched = new ArrayList<>();
    for (KeySlot<T> slot : fresh) {
      slot.settled();
      if (slot.full() || settings.linger().isZero()) {
        slot.start();
      } else if (!slot.isRipe()) {
        lingering.add(slot);
      }
    }
    if (!lingering.isEmpty() && linger.over(this::ripen)) {
      ripen();
    }
  }

  private void ripen() {
    linger.reset();
    List<KeySlot<T>> ripe = lingering;
    lingering = new ArrayList<>();
    ripe.forEach(KeySlot::start);
  }

  @Override
  public void wake() {
    for (KeySlot<T> slot : slots) {
      if (slot != null) {
        slot.start();
      }
    }
  }

  RawChunk cut(NumberQueue numbers) {
    int most = Math.min(numbers.size(), settings.chunkRecords());
    Batch[] batches = new Batch[most];
    int[] inBatch = new int[most];
    long[] cut = new long[most];
    int count = 0;
    long bytes = 0;
    long first = 0;
    while (count < most) {
      long number = numbers.peek();
      BatchLog.Entry entry = log.find(number);
      int at = (int) (number - entry.first);
      bytes += entry.batch.bytes(at);
      long position = entry.batch.position(at);
      if (count > 0
          && (bytes > settings.chunkBytes() || !lane.account().joining().joins(first, position))) {
        break;
      }
      first = count == 0 ? position : first;
      batches[count] = entry.batch;
      inBatch[count] = at;
      cut[count] = numbers.poll();
      log.cut(entry);
      count++;
    }
    records -= count;
    parts.host().holds(lane);
    return lane.account().joining().cut(new Picks(batches, inBatch, cut, 0, count));
  }

  @Override
  public boolean remove(long number) {
    BatchLog.Entry entry = records == 0 ? null : log.find(number);
    long at = entry == null ? -1 : number - entry.first;
    if (at < 0 || at >= entry.batch.size() || !slot(entry.batch, (int) at, number).remove(number)) {
      return false;
    }
    log.cut(entry);
    records--;
    return true;
  }

  @Override
  public long records() {
    return records;
  }

  @Override
  public void drain(Consumer<RawChunk> sink) {
    linger.reset();
    lingering.clear();
    touched.clear();
    for (KeySlot<T> slot : slots) {
      if (slot != null) {
        slot.drain(sink);
      }
    }
    log.clear();
  }
}
