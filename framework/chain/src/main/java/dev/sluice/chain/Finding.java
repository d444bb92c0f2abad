package dev.sluice.chain;

import java.util.List;
import java.util.Objects;

/**
 * Something a check of the chain has to say.
 *
 * @param severity how much it weighs
 * @param id stable and lower-case, for example {@code node-cap}
 * @param message one line that names the figures
 * @param details further lines: the sum, the binding link
 * @param waysOut what an operator can change; empty where nothing must change
 */
public record Finding(
    Severity severity, String id, String message, List<String> details, List<String> waysOut) {

  /** Copies the lists. */
  public Finding {
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(message, "message");
    details = List.copyOf(details);
    waysOut = List.copyOf(waysOut);
  }

  static Finding note(String id, String message) {
    return new Finding(Severity.NOTE, id, message, List.of(), List.of());
  }

  static Finding warning(String id, String message) {
    return new Finding(Severity.WARNING, id, message, List.of(), List.of());
  }

  /** True when nothing may start with it. */
  public boolean refuses() {
    return severity == Severity.REFUSAL;
  }

  /** The whole finding as lines of plain text, without a line end at the end. */
  public String text() {
    StringBuilder text = new StringBuilder(message);
    details.forEach(line -> text.append("\n  ").append(line));
    if (!waysOut.isEmpty()) {
      text.append("\n  ways out:");
      waysOut.forEach(way -> text.append("\n    - ").append(way));
    }
    return text.toString();
  }
}
