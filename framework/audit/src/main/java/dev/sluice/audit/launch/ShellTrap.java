package dev.sluice.audit.launch;

import java.util.Optional;

/**
 * What a shell has set for the stop signal.
 *
 * @param action the commands; empty text for ignoring; nothing when none is set
 * @param sure whether it is certainly set, not under a condition
 * @param onExit whether there is a trap for the end of the shell
 */
record ShellTrap(Optional<String> action, boolean sure, boolean onExit) {
  static final ShellTrap NONE = new ShellTrap(Optional.empty(), true, false);

  boolean ignores() {
    return action.isPresent() && action.get().isBlank();
  }

  ShellTrap withAction(Optional<String> other, boolean certain) {
    return new ShellTrap(other, certain, onExit);
  }

  ShellTrap withExit(boolean set) {
    return new ShellTrap(action, sure, set);
  }
}
