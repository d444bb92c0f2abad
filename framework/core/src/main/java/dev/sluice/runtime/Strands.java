package dev.sluice.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The strands of one lane that hold work or have a handler inside, in the order they came. A strand
 * knows its own link, so that it comes and goes without a look-up. On the event loop.
 */
final class Strands<T> {

  /** Where a strand stands among the others. */
  static final class Link<T> {
    private final Strand<T> strand;
    private Link<T> before;
    private Link<T> behind;

    private Link(Strand<T> strand) {
      this.strand = strand;
    }
  }

  private Link<T> first;
  private Link<T> last;

  /** The strand holds work. */
  void busy(Strand<T> strand) {
    if (strand.link != null) {
      return;
    }
    Link<T> added = new Link<>(strand);
    added.before = last;
    if (last == null) {
      first = added;
    } else {
      last.behind = added;
    }
    last = added;
    strand.link = added;
  }

  /** The strand holds nothing. */
  void idle(Strand<T> strand) {
    Link<T> gone = strand.link;
    if (gone == null) {
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
    strand.link = null;
  }

  /** Calls an action for each that is busy now, whatever the action does to the others. */
  private void each(Consumer<Strand<T>> action) {
    all().forEach(action);
  }

  private List<Strand<T>> all() {
    List<Strand<T>> all = new ArrayList<>();
    for (Link<T> link = first; link != null; link = link.behind) {
      all.add(link.strand);
    }
    return all;
  }

  /** Something that held work back is over. */
  void wake() {
    each(Strand::advance);
  }

  /** The source wants the record with a number back. */
  void withdraw(long number) {
    each(strand -> strand.withdraw(number));
  }

  /** What waits is handed back. */
  void drop() {
    each(Strand::drop);
  }

  /** Ends every try in flight. */
  void kill(String why) {
    each(strand -> strand.kill(why));
  }

  /** Records cut and not ended. */
  long held() {
    long held = 0;
    for (Link<T> link = first; link != null; link = link.behind) {
      held += link.strand.held();
    }
    return held;
  }

  /** The engine waits for a try or for a dead letter. */
  boolean inFlight() {
    for (Link<T> link = first; link != null; link = link.behind) {
      if (link.strand.inFlight()) {
        return true;
      }
    }
    return false;
  }

  /** How many handlers have not come back, waited for or not. */
  int handlersInside() {
    return (int) all().stream().filter(Strand::handlerInside).count();
  }

  /** The age of the oldest try in flight. */
  Optional<Duration> oldestTry() {
    return all().stream().filter(Strand::inFlight).map(Strand::age).max(Duration::compareTo);
  }
}
