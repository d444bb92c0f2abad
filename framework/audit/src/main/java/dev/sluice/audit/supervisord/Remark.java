package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Position;
import java.util.List;
import java.util.Optional;

/**
 * Something about the file itself: a mistyped key, a value that supervisord refuses.
 *
 * @param check which
 * @param level how much it weighs: a key that has nothing to do with a stop weighs less
 * @param program the section's name, if it is a program's
 * @param at where
 * @param message one line
 * @param changes the ways out
 */
public record Remark(
    Check check,
    Level level,
    Optional<String> program,
    Position at,
    String message,
    List<Change> changes) {

  /** Copies the changes. */
  public Remark {
    changes = List.copyOf(changes);
  }

  /** A remark that weighs what its check weighs. */
  public Remark(
      Check check, Optional<String> program, Position at, String message, List<Change> changes) {
    this(check, check.level(), program, at, message, changes);
  }
}
