package dev.sluice.progress;

import java.util.Optional;

/**
 * What is done in one lane as it is owned now. Chunks are opened in lane order and may end in any
 * order; the watermark is the position before which everything is done, and only it is ever
 * settled. A chunk that never ends leaves a hole that nothing passes.
 *
 * <p>Not thread-safe: owned by the engine's event loop. Memory is five longs an open chunk; the
 * caller bounds the number of open chunks. Nothing here reads a clock.
 */
public final class LaneLedger {
  private static final int FROM = 0;
  private static final int NEXT = 1;
  private static final int RECORDS = 2;
  private static final int DONE_NEXT = 3;
  private static final int DONE_RECORDS = 4;
  private static final int WIDTH = 5;

  private final LaneRef lane;
  private long[] ring = new long[4 * WIDTH];
  private long head;
  private long tail;

  private long closedMark;
  private long closedRecords;
  private long settledPosition;
  private long settledRecords;
  private long takenBase;
  private boolean settling;
  private boolean leaving;
  private long openRecords;

  /**
   * @param lane the lane with its generation
   * @param position the first position that will be delivered
   */
  public LaneLedger(LaneRef lane, long position) {
    this.lane = lane;
    this.closedMark = position;
    this.settledPosition = position;
  }

  /** The lane with its generation. */
  public LaneRef lane() {
    return lane;
  }

  /**
   * Opens the next chunk of the lane.
   *
   * @param from position of its first record, not before the end of the chunk opened last
   * @param next the position after it, above {@code from}
   * @param records how many records it has, at least 1
   * @return its ticket
   * @throws IllegalArgumentException when the chunk does not follow the one before
   */
  public long open(long from, long next, int records) {
    long end = tail == head ? closedMark : ring[slot(tail - 1) + NEXT];
    if (from < end || next <= from || records < 1) {
      throw new IllegalArgumentException(
          lane + ": chunk [" + from + ", " + next + ") of " + records + " records after " + end);
    }
    if ((tail - head) * WIDTH == ring.length) {
      grow();
    }
    int slot = slot(tail);
    ring[slot + FROM] = from;
    ring[slot + NEXT] = next;
    ring[slot + RECORDS] = records;
    ring[slot + DONE_NEXT] = from;
    ring[slot + DONE_RECORDS] = 0;
    openRecords += records;
    return tail++;
  }

  /**
   * Everything of a chunk before a position is done; the rest stays open. Changes nothing when the
   * whole chunk is done already.
   *
   * @param ticket a chunk that was opened
   * @param next a position inside the chunk, not before an earlier checkpoint
   * @param records how many records of the chunk are done by that, counted from its start
   * @throws IllegalArgumentException when the checkpoint lies outside the chunk or goes backwards
   */
  public void checkpoint(long ticket, long next, long records) {
    if (closed(ticket)) {
      return;
    }
    int slot = openSlot(ticket);
    if (next < ring[slot + DONE_NEXT]
        || next > ring[slot + NEXT]
        || records < ring[slot + DONE_RECORDS]
        || records > ring[slot + RECORDS]) {
      throw new IllegalArgumentException(
          lane + ": checkpoint " + next + " (" + records + " records) outside of chunk " + ticket);
    }
    openRecords -= records - ring[slot + DONE_RECORDS];
    ring[slot + DONE_NEXT] = next;
    ring[slot + DONE_RECORDS] = records;
    advance();
  }

  /**
   * A whole chunk is done, whether or not its last checkpoint said so before.
   *
   * @param ticket a chunk that was opened
   */
  public void done(long ticket) {
    if (!closed(ticket)) {
      int slot = openSlot(ticket);
      checkpoint(ticket, ring[slot + NEXT], ring[slot + RECORDS]);
    }
  }

  /**
   * The position before which everything is done, the checkpoint of the first open chunk included.
   */
  public long watermark() {
    if (head < tail && ring[slot(head) + DONE_RECORDS] > 0) {
      return ring[slot(head) + DONE_NEXT];
    }
    return closedMark;
  }

  /** The position that the source has confirmed. */
  public long settledPosition() {
    return settledPosition;
  }

  /** Records of open chunks that are not done, on either side of a hole. */
  public long openRecords() {
    return openRecords;
  }

  /** Records that are done but not confirmed by the source, on either side of a hole. */
  public long unsettledRecords() {
    long done = closedRecords;
    for (long ticket = head; ticket < tail; ticket++) {
      done += ring[slot(ticket) + DONE_RECORDS];
    }
    return done - settledRecords;
  }

  /** True when there is something to settle, asked for or not. */
  public boolean dirty() {
    return watermark() > settledPosition;
  }

  /**
   * What to settle now; empty when there is nothing new or the answer to an earlier settlement is
   * outstanding. The caller answers with {@link #settled} or {@link #settleFailed}.
   */
  public Optional<Settlement.Done> takeSettlement() {
    if (settling || leaving || !dirty()) {
      return Optional.empty();
    }
    return Optional.of(take());
  }

  /**
   * What may be settled of a lane that is being given up, whether or not an answer is outstanding:
   * positions are cumulative, so the later one wins. Empty when nothing is done beyond what is
   * settled. Nothing ordinary is offered after it: it would overtake this one's answer and count
   * its records twice.
   */
  public Optional<Settlement.Done> takeFinalSettlement() {
    leaving = true;
    if (!dirty()) {
      return Optional.empty();
    }
    return Optional.of(take());
  }

  /**
   * The source confirmed a settlement.
   *
   * @return how many records are newly settled by it; 0 for one that a later one has overtaken
   */
  public long settled(Settlement.Done done) {
    settling = false;
    if (done.next() <= settledPosition) {
      return 0;
    }
    // Two settlements can be outstanding at once, an ordinary and a final one. Both were taken on
    // the same base, because a base only moves here.
    long total = takenBase + done.records();
    long records = total - settledRecords;
    settledPosition = done.next();
    settledRecords = total;
    return records;
  }

  /** The source did not settle; the same stretch will be offered again. */
  public void settleFailed() {
    settling = false;
  }

  private Settlement.Done take() {
    if (!settling) {
      takenBase = settledRecords;
    }
    settling = true;
    long doneRecords = closedRecords + (head < tail ? ring[slot(head) + DONE_RECORDS] : 0);
    return new Settlement.Done(lane, settledPosition, watermark(), doneRecords - takenBase);
  }

  private void advance() {
    while (head < tail) {
      int slot = slot(head);
      if (ring[slot + DONE_NEXT] == ring[slot + NEXT]) {
        closedMark = ring[slot + NEXT];
        closedRecords += ring[slot + DONE_RECORDS];
        head++;
      } else {
        break;
      }
    }
  }

  /** The ring has forgotten a chunk once the watermark is past it. */
  private boolean closed(long ticket) {
    return ticket >= 0 && ticket < head;
  }

  private int openSlot(long ticket) {
    if (ticket < head || ticket >= tail) {
      throw new IllegalArgumentException(lane + ": chunk " + ticket + " is not open");
    }
    return slot(ticket);
  }

  private int slot(long ticket) {
    return (int) (ticket % (ring.length / WIDTH)) * WIDTH;
  }

  private void grow() {
    long[] larger = new long[ring.length * 2];
    int capacity = larger.length / WIDTH;
    for (long ticket = head; ticket < tail; ticket++) {
      System.arraycopy(ring, slot(ticket), larger, (int) (ticket % capacity) * WIDTH, WIDTH);
    }
    ring = larger;
  }
}
