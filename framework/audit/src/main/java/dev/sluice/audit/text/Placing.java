package dev.sluice.audit.text;

/** Turns lines and columns of a text into places of its file. */
record Placing(SourceText text) {

  /**
   * A place.
   *
   * @param line from 0
   * @param column from 0
   */
  Position at(int line, int column) {
    Position start = text.start();
    return text.countable() ? new Position(start.file(), start.line() + line, column + 1) : start;
  }

  /** True when lines of a block are lines of the file. */
  boolean countable() {
    return text.countable();
  }
}
