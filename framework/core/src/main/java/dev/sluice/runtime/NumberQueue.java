package dev.sluice.runtime;

/** A queue of plain longs that grows and shrinks with what it holds. On the event loop. */
final class NumberQueue {
  private static final int SMALL = 4;

  private long[] ring = new long[SMALL];
  private int head;
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(long number) {
    if (size == ring.length) {
      resize(ring.length * 2);
    }
    ring[(head + size) & (ring.length - 1)] = number;
    size++;
  }

  long peek() {
    return ring[head];
  }

  long poll() {
    long number = ring[head];
    head = (head + 1) & (ring.length - 1);
    size--;
    if (ring.length > 4 * SMALL && size < ring.length / 8) {
      resize(ring.length / 4);
    }
    return number;
  }

  /** Takes a number out wherever it stands; false when it is not here. */
  boolean remove(long number) {
    boolean found = false;
    for (int i = size; i > 0; i--) {
      long next = poll();
      if (next == number) {
        found = true;
      } else {
        add(next);
      }
    }
    return found;
  }

  private void resize(int capacity) {
    long[] moved = new long[capacity];
    for (int i = 0; i < size; i++) {
      moved[i] = ring[(head + i) & (ring.length - 1)];
    }
    ring = moved;
    head = 0;
  }
}
