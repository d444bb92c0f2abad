package dev.sluice.audit.quotes;

import dev.sluice.audit.text.SourceText;
import java.util.function.Consumer;

/**
 * The times that a file of any kind holds: written with a unit, or as a bare number whose key, flag
 * or command speaks of time. Comments don't count, for nothing enforces them. Linear; one use.
 */
final class FileFigures implements TimeScanner.Found {
  // No key is longer; of a longer word the end tells the unit.
  private static final int LONGEST_KEY = 80;
  private static final String NO_KEY = "";

  private final SourceText file;
  private final Consumer<KnownFigures.Known> known;
  private int line;
  private String keyAbove = NO_KEY;
  private String keyHere = NO_KEY;
  private int searched;

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
      figures.searched = at;
      figures.keyHere = NO_KEY;
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

  // The last name before a place of this line. Each part of the line is searched once.
  private String keyBefore(int place) {
    String key = lastName(searched, place);
    searched = place;
    keyHere = key.isEmpty() ? keyHere : key;
    return keyHere;
  }

  // Not a number, not a punctuation, not the "value" of "name: X, value: 90".
  private String lastName(int from, int to) {
    String content = file.content();
    int end = to;
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
      if (letters) {
        String word = content.substring(Math.max(start, end - LONGEST_KEY), end);
        if (!word.equalsIgnoreCase("value") && !word.equals("name")) {
          return word;
        }
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
