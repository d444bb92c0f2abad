package dev.sluice.runtime;

import java.util.function.Consumer;

/** One slot of a lane's keys: what waits in it, and its strand. On the event loop. */
final class KeySlot<T> implements Strand.Feed {
  private final KeySlots<T> slots;
  private final LaneRun<T> lane;
  private final int chunkRecords;
  private final NumberQueue numbers = new NumberQueue();
  private final Strand<T> strand;
  private boolean touched;
  private boolean ripe;

  KeySlot(KeySlots<T> slots, LaneRun<T> lane, LaneParts<T> parts) {
    this.slots = slots;
    this.lane = lane;
    this.chunkRecords = parts.settings().chunkRecords();
    this.strand = new Strand<>(lane, parts, this);
  }

  /** Takes a record in; true when the slot has to look whether to start, and does not know yet. */
  boolean add(long number) {
    numbers.add(number);
    // What comes while the strand is busy has waited long enough when it is free.
    ripe |= strand.busy();
    boolean first = !touched && !ripe;
    touched |= first;
    return first;
  }

  /** Takes a record out that waits; false when it does not. */
  boolean remove(long number) {
    boolean found = numbers.remove(number);
    ripe &= !numbers.isEmpty();
    return found;
  }

  void settled() {
    touched = false;
  }

  boolean full() {
    return numbers.size() >= chunkRecords;
  }

  boolean isRipe() {
    return ripe;
  }

  /** What waits here has waited long enough. */
  void start() {
    ripe = !numbers.isEmpty();
    strand.advance();
  }

  @Override
  public boolean ready() {
    return !numbers.isEmpty() && (ripe || full());
  }

  @Override
  public RawChunk cut() {
    RawChunk chunk = slots.cut(numbers);
    ripe = !numbers.isEmpty();
    return chunk;
  }

  @Override
  public void idle() {
    lane.strands().idle(strand);
  }

  void drain(Consumer<RawChunk> sink) {
    ripe = false;
    touched = false;
    while (!numbers.isEmpty()) {
      sink.accept(slots.cut(numbers));
    }
  }
}
