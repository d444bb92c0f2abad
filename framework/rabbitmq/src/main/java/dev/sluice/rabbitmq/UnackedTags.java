package dev.sluice.rabbitmq;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which deliveries of one channel the broker still waits for an answer to. Delivery tags count from
 * 1 without gaps. Pure; belongs to one thread.
 */
final class UnackedTags {
  private static final int SHIFT_AT = 1 << 16;

  private BitSet answered = new BitSet();
  private long base = 1;
  private long floor = 1;

  /** What to send. */
  enum Answer {
    /** It is done. */
    ACK,
    /** It is somebody else's. */
    REQUEUE
  }

  /**
   * One method to send.
   *
   * @param answer which
   * @param tag of the last delivery that it answers
   * @param multiple whether it answers all before that are not answered yet
   */
  record Act(Answer answer, long tag, boolean multiple) {}

  /**
   * Answers a stretch. What was answered before is left out, so that no tag is ever sent twice,
   * which would end the channel. One method answers it all when nothing before it is open, for only
   * then {@code multiple} means nothing else.
   *
   * @param from the first tag
   * @param next the tag after the last
   */
  List<Act> answer(Answer answer, long from, long next) {
    long first = Math.max(from, floor);
    if (first >= next) {
      return List.of();
    }
    if (first == floor) {
      return List.of(upTo(answer, next));
    }
    List<Act> acts = new ArrayList<>();
    for (long tag = nextOpen(first); tag < next; tag = nextOpen(tag + 1)) {
      acts.add(new Act(answer, tag, false));
      answered.set(index(tag));
    }
    return acts;
  }

  private Act upTo(Answer answer, long next) {
    // Not the end of the stretch if that is answered: a tag that is not known ends the channel.
    long last = previousOpen(next - 1);
    boolean multiple = last > floor;
    floor = nextOpen(Math.max(next, last + 1));
    shift();
    return new Act(answer, last, multiple);
  }

  private long previousOpen(long tag) {
    return base + answered.previousClearBit(index(tag));
  }

  private long nextOpen(long tag) {
    return base + answered.nextClearBit(index(tag));
  }

  private int index(long tag) {
    return Math.toIntExact(tag - base);
  }

  private void shift() {
    if (floor - base >= SHIFT_AT) {
      answered = answered.get(index(floor), Math.max(index(floor), answered.length()));
      base = floor;
    }
  }

  /** Whether a delivery still waits for its answer. */
  boolean open(long tag) {
    return tag >= floor && !answered.get(index(tag));
  }
}
