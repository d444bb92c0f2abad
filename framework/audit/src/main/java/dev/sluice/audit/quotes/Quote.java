package dev.sluice.audit.quotes;

import dev.sluice.audit.text.Position;
import java.util.ArrayList;
import java.util.List;

/** A figure about a stop in a document, with the lines that say it. Used by one thread. */
final class Quote {
  private static final int LINES = 5;

  private final long millis;
  private final String words;
  private final Position at;
  private final List<Integer> moreLines = new ArrayList<>();
  private boolean manyLines;

  Quote(long millis, String words, Position at) {
    this.millis = millis;
    this.words = words;
    this.at = at;
  }

  long millis() {
    return millis;
  }

  /** As it is written the first time. */
  String words() {
    return words;
  }

  /** Where it is written the first time. */
  Position at() {
    return at;
  }

  void again(int line) {
    boolean known = line == at.line() || moreLines.contains(line);
    if (!known && moreLines.size() < LINES) {
      moreLines.add(line);
    } else {
      manyLines |= !known;
    }
  }

  /** Where else it is written: empty, or words for the end of a message. */
  String moreLines() {
    if (moreLines.isEmpty()) {
      return "";
    }
    String lines = moreLines.toString();
    return ", also in line "
        + lines.substring(1, lines.length() - 1)
        + (manyLines ? " and others" : "");
  }
}
