package dev.sluice.audit.text;

import java.util.Objects;

/**
 * A text with its place: a whole file, or one that a ConfigMap carries.
 *
 * @param name what it is called where it is used, for example the file's path in a container
 * @param content all of it
 * @param start where its first line stands
 * @param countable whether its lines are lines of that file; false for a text in quotes, of which
 *     only the start is known
 */
public record SourceText(String name, String content, Position start, boolean countable) {

  /** Needs a name, a content and a start. */
  public SourceText {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(start, "start");
  }

  /** A whole file. */
  public static SourceText file(String name, String content) {
    return new SourceText(name, content, new Position(name, 1, 1), true);
  }

  /**
   * Where a line of it stands.
   *
   * @param line from 1
   */
  public Position at(int line) {
    return countable ? new Position(start.file(), start.line() + line - 1, 1) : start;
  }
}
