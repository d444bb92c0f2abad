package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.text.Position;
import java.util.List;
import java.util.Optional;

/**
 * Something about the file itself: a mistyped key, a value that supervisord refuses.
 *
 * @param check which
 * @param program the section's name, if it is a program's
 * @param at where
 * @param message one line
 * @param changes the ways out
 */
public record Remark(
    Check check, Optional<String> program, Position at, String message, List<Change> changes) {

  /** Copies the changes. */
  public Remark {
    changes = List.copyOf(changes);
  }
}
