package dev.sluice.audit.diagnose;

import dev.sluice.audit.text.Position;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that was found, in words.
 *
 * @param at where; empty when the user said it on the command line
 * @param text what
 */
public record Evidence(Optional<Position> at, String text) {
  private static final int LONGEST = 300;

  /** Cuts what is too long to be read, and takes out what would garble a terminal. */
  public Evidence {
    Objects.requireNonNull(at, "at");
    text = printable(text);
  }

  /** Something that stands in a file. */
  static Evidence at(Position at, String text) {
    return new Evidence(Optional.of(at), text);
  }

  /** Something the user said. */
  static Evidence told(String text) {
    return new Evidence(Optional.empty(), text);
  }

  /** {@code file:line text}. */
  @Override
  public String toString() {
    return at.map(place -> place + " ").orElse("") + text;
  }

  private static String printable(String text) {
    String head = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    StringBuilder clean = new StringBuilder(head.length());
    head.codePoints()
        .map(point -> Character.isISOControl(point) ? ' ' : point)
        .forEach(clean::appendCodePoint);
    return clean.toString().strip();
  }
}
