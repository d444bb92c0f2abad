package dev.sluice.audit.diagnose;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.function.Consumer;

/**
 * Splits a file into lines of logs and the JSON or YAML documents between them, so that everything
 * that was collected may be in one file. One pass.
 */
final class Segments {
  private static final int LONGEST_LINE = 1 << 20;

  private final SourceText file;
  private final String text;
  private final Consumer<SourceText> documents;
  private final LineSink lines;
  private int at;
  private int number;
  private boolean noMoreEnds;

  /** Takes the lines of logs. */
  interface LineSink {
    /** A line without its end. */
    void take(Position at, String line);
  }

  private Segments(SourceText file, Consumer<SourceText> documents, LineSink lines) {
    this.file = file;
    this.text = file.content();
    this.documents = documents;
    this.lines = lines;
  }

  static void of(SourceText file, Consumer<SourceText> documents, LineSink lines) {
    new Segments(file, documents, lines).run();
  }

  private void run() {
    while (at < text.length()) {
      int end = lineEnd(at);
      String line = line(at, end);
      if (line.equals("{") || line.equals("[")) {
        pretty(line.equals("{") ? "}" : "]", end, line);
      } else if (compact(line)) {
        documents.accept(segment(at, end));
        advance(end);
      } else if (line.startsWith("apiVersion:")) {
        yaml();
      } else {
        lines.take(file.at(number + 1), line);
        advance(end);
      }
    }
  }

  private void pretty(String closing, int end, String line) {
    int close = noMoreEnds ? -1 : closing(closing, end + 1);
    if (close < 0) {
      noMoreEnds = true;
      lines.take(file.at(number + 1), line);
      advance(end);
      return;
    }
    documents.accept(segment(at, close));
    skipTo(close);
  }

  private void yaml() {
    int end = lineEnd(at);
    int next = end + 1;
    while (next < text.length() && yamlLine(line(next, lineEnd(next)))) {
      end = lineEnd(next);
      next = end + 1;
    }
    documents.accept(segment(at, end));
    skipTo(end);
  }

  private static boolean yamlLine(String line) {
    if (line.isEmpty() || line.startsWith(" ") || line.startsWith("- ") || line.startsWith("#")) {
      return true;
    }
    int colon = line.indexOf(':');
    return colon > 0
        && !line.startsWith("Name:")
        && line.substring(0, colon).chars().allMatch(Character::isLetter)
        && (colon == line.length() - 1 || line.charAt(colon + 1) == ' ');
  }

  private static boolean compact(String line) {
    return line.startsWith("{") && line.contains("\"apiVersion\"") && line.contains("\"kind\"");
  }

  private int closing(String closing, int from) {
    int start = from;
    while (start < text.length()) {
      int end = lineEnd(start);
      if (end - start <= 2 && line(start, end).equals(closing)) {
        return end;
      }
      start = end + 1;
    }
    return -1;
  }

  private SourceText segment(int from, int to) {
    return new SourceText(
        file.name(), text.substring(from, to), file.at(number + 1), file.countable());
  }

  private void skipTo(int end) {
    for (int i = at; i < end; i++) {
      if (text.charAt(i) == '\n') {
        number++;
      }
    }
    advance(end);
  }

  private void advance(int end) {
    at = end + 1;
    number++;
  }

  private int lineEnd(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  /** Without a carriage return, and no longer than anything that is looked for. */
  private String line(int from, int end) {
    int to = end > from && text.charAt(end - 1) == '\r' ? end - 1 : end;
    return text.substring(from, Math.min(to, from + LONGEST_LINE));
  }
}
