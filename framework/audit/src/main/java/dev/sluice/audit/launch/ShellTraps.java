package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The traps of a shell while it runs. */
final class ShellTraps {
  private final String stopSignal;
  private ShellTrap trap = ShellTrap.NONE;
  private boolean otherTraps;

  ShellTraps(String stopSignal) {
    this.stopSignal = stopSignal;
  }

  /** The one that decides about the stop signal. */
  ShellTrap now() {
    return trap;
  }

  /** Whether a shell with these traps may put a program in its own place. */
  boolean allowReplacing() {
    return !otherTraps && (trap.action().isEmpty() || trap.ignores()) && !trap.onExit();
  }

  /** Carries out {@code trap} with these arguments. */
  void set(List<Word> rest, boolean sure) {
    List<String> words = new ArrayList<>(rest.stream().map(Word::text).toList());
    words.remove("--");
    if (words.isEmpty() || words.get(0).equals("-p") || words.get(0).equals("-l")) {
      return;
    }
    boolean reset = words.size() == 1 || words.get(0).equals("-");
    Optional<String> action = reset ? Optional.empty() : Optional.of(words.get(0));
    for (String word : words.size() == 1 ? words : words.subList(1, words.size())) {
      String signal = Signals.name(word);
      if (signal.equals(stopSignal)) {
        trap = trap.withAction(action, sure);
      } else if (signal.equals("EXIT") || signal.equals("0")) {
        trap = trap.withExit(action.filter(it -> !it.isBlank()).isPresent());
      } else if (action.filter(it -> !it.isBlank()).isPresent()) {
        otherTraps = true;
      }
    }
  }
}
