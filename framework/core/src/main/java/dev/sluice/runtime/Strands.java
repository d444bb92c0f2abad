package dev.sluice.runtime;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The strands of one lane that hold work or have a handler inside. On the event loop. */
final class Strands<T> {
  private final Set<Strand<T>> strands = new LinkedHashSet<>();

  /** The strand holds work. */
  void busy(Strand<T> strand) {
    strands.add(strand);
  }

  /** The strand holds nothing. */
  void idle(Strand<T> strand) {
    strands.remove(strand);
  }

  /** Something that held work back is over. */
  void wake() {
    List.copyOf(strands).forEach(Strand::advance);
  }

  /** What waits is handed back. */
  void drop() {
    List.copyOf(strands).forEach(Strand::drop);
  }

  /** Ends every try in flight. */
  void kill(String why) {
    List.copyOf(strands).forEach(strand -> strand.kill(why));
  }

  /** Records cut and not ended. */
  long held() {
    long held = 0;
    for (Strand<T> strand : strands) {
      held += strand.held();
    }
    return held;
  }

  /** The engine waits for a try or for a dead letter. */
  boolean inFlight() {
    return strands.stream().anyMatch(Strand::inFlight);
  }

  /** How many handlers have not come back, waited for or not. */
  int handlersInside() {
    return (int) strands.stream().filter(Strand::handlerInside).count();
  }

  /** The age of the oldest try in flight. */
  Optional<Duration> oldestTry() {
    return strands.stream().filter(Strand::inFlight).map(Strand::age).max(Duration::compareTo);
  }
}
