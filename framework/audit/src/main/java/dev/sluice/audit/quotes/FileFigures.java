package dev.sluice.audit.quotes;

import dev.sluice.audit.text.SourceText;
import java.util.function.Consumer;

/**
 * The times that a file of any kind holds: written with a unit, or as a bare number whose key, flag
 * or command speaks of time. Comments don't count, for nothing enforces them. Linear; one use.
 */
final class FileFigures implements TimeScanner.Found {
  // As far as a key may stand before its number.
  private static final int REACH = 200;
  private static final String NO_KEY = "";

  private final SourceText file;
  private final Consumer<KnownFigures.Known> known;
  private int line;
  private String keyAbove = NO_KEY;
  private int lineStart;

  private FileFigures(SourceText file, Consumer<KnownFigures.Known> known) {
    this.file = file;
    this.known = known;
  }

  static void collect(SourceText file, Consumer<KnownFigures.Known> known) {
    FileFigures figures = new FileFigures(file, known);
    String content = file.content();
    for (int at = 0; at < content.length(); ) {
      int end = content.indexOf('\n', at);
      end = end < 0 ? content.length() : end;
      figures.line++;
      figures.lineStart = at;
      int code = behindCode(content, at, end);
      TimeScanner.scan(content, at, code, figures);
      String key = figures.keyBefore(code);
      figures.keyAbove = key.isEmpty() ? figures.keyAbove : key;
      at = end + 1;
    }
  }

  @Override
  public void time(long millis, int start, int end) {
    add(millis);
  }

  @Override
  public void bare(Amount amount, int start) {
    String key = keyBefore(start);
    FigureKey.unit(key.isEmpty() ? keyAbove : key).ifPresent(unit -> add(amount.millis(unit)));
  }

  private void add(long millis) {
    if (millis > 0) {
      known.accept(new KnownFigures.Known(millis, file.at(line)));
    }
  }

  // The last word before a place of this line that is a name: not a number, not a punctuation, not
  // the "value" of "name: X, value: 90".
  private String keyBefore(int place) {
    String content = file.content();
    int from = Math.max(lineStart, place - REACH);
    int end = place;
    while (end > from) {
      while (end > from && !isWord(content.charAt(end - 1))) {
        end--;
      }
      int start = end;
      boolean letters = false;
      while (start > from && isWord(content.charAt(start - 1))) {
        start--;
        letters |= Character.isLetter(content.charAt(start));
      }
      String word = content.substring(start, end);
      if (letters && !word.equalsIgnoreCase("value") && !word.equals("name")) {
        return word;
      }
      end = start;
    }
    return NO_KEY;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  private static int behindCode(String content, int from, int end) {
    int at = from;
    while (at < end && (content.charAt(at) == ' ' || content.charAt(at) == '\t')) {
      at++;
    }
    if (at < end && (content.charAt(at) == '#' || content.charAt(at) == ';')) {
      return from;
    }
    for (int i = at + 1; i < end; i++) {
      if (content.charAt(i) == '#' && content.charAt(i - 1) == ' ') {
        return i;
      }
    }
    return end;
  }
}
