package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the following of a start line stands.
 *
 * @param stopped whom the signal is sent to
 * @param signal the stop signal, without {@code SIG}
 * @param sh what {@code /bin/sh} is
 * @param scripts the files that were read
 * @param behind the scripts that were entered on the way, with their arguments
 * @param steps how many more commands may be looked at
 */
record Route(
    Stopped stopped,
    String signal,
    ShellKind sh,
    Scripts scripts,
    List<String> behind,
    Budget steps) {
  private static final int MAX_SCRIPTS = 20;

  Route {
    behind = List.copyOf(behind);
  }

  /** Counts down, so that scripts that call each other end. */
  static final class Budget {
    private int left = 20_000;

    boolean spent() {
      return --left < 0;
    }
  }

  Route to(Stopped other) {
    return new Route(other, signal, sh, scripts, behind, steps);
  }

  /** The same with another signal. */
  Route with(String other) {
    return new Route(stopped, other, sh, scripts, behind, steps);
  }

  /** What a shell's or an init's own child is: never process 1. */
  Route child() {
    return to(stopped == Stopped.CHILD_GROUP ? Stopped.CHILD_GROUP : Stopped.CHILD);
  }

  /** The same behind one more script or wrapper. */
  Route into(List<Word> words) {
    List<String> longer = new ArrayList<>(behind);
    longer.add(words.toString());
    return new Route(stopped, signal, sh, scripts, longer, steps);
  }

  boolean entered(List<Word> words) {
    return behind.contains(words.toString());
  }

  boolean tooDeep() {
    return behind.size() >= MAX_SCRIPTS;
  }
}
