package dev.sluice.runtime;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Carries the ends of event-loop handlers to a later turn of the loop, those of one turn together:
 * a turn for each would cost as much as a good part of a small try. Ends that come from other
 * threads go one by one. Called on any thread; what it keeps is the event loop's.
 */
final class EndedTries {
  private final EventLoop loop;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean posted;

  EndedTries(EventLoop loop) {
    this.loop = loop;
  }

  /**
   * A try's handler has ended.
   *
   * @param heard what follows, in a later turn of the loop, in the order of these calls on it
   */
  void add(Runnable heard) {
    if (loop.isCurrent()) {
      waiting.addLast(heard);
      post();
    } else {
      loop.execute(heard);
    }
  }

  private void post() {
    if (!posted) {
      posted = true;
      loop.execute(this::turn);
    }
  }

  private void turn() {
    posted = false;
    try {
      // What ends meanwhile has a turn of its own, so that others have theirs in between.
      for (int left = waiting.size(); left > 0; left--) {
        waiting.removeFirst().run();
      }
    } finally {
      // Whatever one of them throws, the others are heard of.
      if (!waiting.isEmpty()) {
        post();
      }
    }
  }
}
