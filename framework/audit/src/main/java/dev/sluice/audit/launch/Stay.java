package dev.sluice.audit.launch;

import dev.sluice.audit.text.Position;

/**
 * Where a shell stands while a program runs.
 *
 * @param kind how it waits
 * @param inner the program, as a child of the shell or in its place
 * @param trap what is set for the stop signal at that time
 * @param waits how many times it has waited until then
 * @param loop whether it stands in a loop
 * @param at the command
 */
record Stay(Kind kind, Launch inner, ShellTrap trap, int waits, boolean loop, Position at) {

  /** How a shell waits. */
  enum Kind {
    /** Not at all: the program is in its place. */
    REPLACED,
    /** For a command in the foreground: traps run when that has ended. */
    FOREGROUND,
    /** In {@code wait}: a trap interrupts it. */
    WAITING
  }
}
