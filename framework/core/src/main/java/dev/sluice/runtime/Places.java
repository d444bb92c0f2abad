package dev.sluice.runtime;

/**
 * One handler's places among the tries at once, handed out in the order they were asked for. Who
 * waits is linked to who came before and after, so that asking, taking and forgetting cost the same
 * however many wait, and allocate nothing. On the loop.
 */
final class Places {

  /** Somebody who asks for places, in one queue at most. */
  abstract static class Waiter {
    private Waiter before;
    private Waiter behind;
    private boolean waits;

    /** A place may be free; asks again if it still wants one. */
    abstract void advance();
  }

  private final PlacePool pool;
  private Waiter first;
  private Waiter last;
  private int waiting;
  private int taken;

  /** See {@link PlacePool#share}. */
  Places(PlacePool pool) {
    this.pool = pool;
  }

  int taken() {
    return taken;
  }

  int waiting() {
    return waiting;
  }

  /** Takes a place, or remembers who asked. */
  boolean take(Waiter asking) {
    if (pool.free(this)) {
      taken++;
      forget(asking);
      return true;
    }
    if (!asking.waits) {
      append(asking);
    }
    return false;
  }

  /** Gives a place back and wakes those who wait for one, here or in another share. */
  void give() {
    taken--;
    pool.given();
  }

  /** Tells who has waited longest. */
  void wakeFirst() {
    Waiter next = first;
    forget(next);
    next.advance();
  }

  /** One more is taken by what began in a place that is given back in this very turn. */
  void occupy() {
    taken++;
  }

  private void append(Waiter added) {
    added.waits = true;
    added.before = last;
    if (last == null) {
      first = added;
    } else {
      last.behind = added;
    }
    last = added;
    waiting++;
  }

  /** Somebody does not wait any more, if he did. */
  void forget(Waiter gone) {
    if (!gone.waits) {
      return;
    }
    if (gone.before == null) {
      first = gone.behind;
    } else {
      gone.before.behind = gone.behind;
    }
    if (gone.behind == null) {
      last = gone.before;
    } else {
      gone.behind.before = gone.before;
    }
    gone.before = null;
    gone.behind = null;
    gone.waits = false;
    waiting--;
  }
}
