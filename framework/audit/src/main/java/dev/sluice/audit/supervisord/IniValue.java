package dev.sluice.audit.supervisord;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.List;

/**
 * A value of an INI file.
 *
 * @param text its lines, joined
 * @param source where it stands
 * @param lines the number of each line in the source, from 1; at least one
 */
record IniValue(String text, SourceText source, List<Integer> lines) {

  /** Copies the lines. */
  IniValue {
    lines = List.copyOf(lines);
  }

  /** Where its key stands. */
  Position at() {
    return source.at(lines.get(0));
  }

  /** Where the n-th line of its text stands, from 0. */
  Position at(int line) {
    return source.at(lines.get(Math.min(line, lines.size() - 1)));
  }

  IniValue with(String other) {
    return new IniValue(other, source, lines);
  }
}
