package dev.sluice.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The work of one strand that no try is in: what waits, in order, and what is just being started.
 * On the event loop.
 */
final class WorkQueue {
  private final Deque<Work> waiting = new ArrayDeque<>(2);
  private Work starting;

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void addFirst(Work work) {
    waiting.addFirst(work);
  }

  /** Takes the head out to be started; null when nothing waits. */
  Work start() {
    starting = waiting.pollFirst();
    return starting;
  }

  /** A chunk has been cut to be started. */
  Work start(RawChunk cut) {
    starting = Work.fresh(cut);
    return starting;
  }

  /** Only the first records of what is being started go on; the rest waits again. */
  Work startOnly(int records) {
    Work whole = starting;
    if (records < whole.size()) {
      waiting.addFirst(whole.part(records, whole.size()));
      starting = whole.part(0, records);
    }
    return starting;
  }

  /** What was being started is in other hands. */
  void started() {
    starting = null;
  }

  /** What was being started, and is in nobody's hands, waits again. */
  void putBack() {
    if (starting != null) {
      waiting.addFirst(starting);
      starting = null;
    }
  }

  /**
   * Gives everything away that waits.
   *
   * @return whether a try has had any of it
   */
  boolean drop(Consumer<RawChunk> sink) {
    boolean tried = false;
    while (!waiting.isEmpty()) {
      Work work = waiting.pollFirst();
      tried |= work.tried();
      sink.accept(work.rest());
    }
    return tried;
  }

  /**
   * Takes one record out that waits.
   *
   * @return false when it does not
   */
  boolean remove(long number) {
    boolean found = false;
    for (int i = waiting.size(); i > 0; i--) {
      Work work = waiting.pollFirst();
      int at = found ? -1 : work.rest().indexOf(number);
      found |= at >= 0;
      RawChunk rest = at < 0 ? work.rest() : work.rest().without(at);
      if (rest != null) {
        waiting.addLast(new Work(rest, work.failures(), work.tried()));
      }
    }
    return found;
  }

  /** Records that wait or are being started. */
  long held() {
    long held = starting == null ? 0 : starting.size();
    for (Work work : waiting) {
      held += work.size();
    }
    return held;
  }
}
