package dev.sluice.audit.supervisord;

import java.util.ArrayList;
import java.util.List;

/** Python's {@code shlex}, the two ways in which supervisord uses it. */
final class Words {
  private static final String BLANKS = " \t\r\n";

  /** Stands in an {@code environment} for what can't be known. */
  static final char UNREAD = '\uE000';

  /**
   * A word.
   *
   * @param text without quotes for a command, with them for an environment
   * @param line the number of line breaks before it
   */
  record Part(String text, int line) {}

  private Words() {}

  /**
   * Splits a command like {@code shlex.split}.
   *
   * @throws Refused if a quote is not closed, or a backslash ends it
   */
  static List<Part> ofCommand(String text) {
    List<Part> parts = new ArrayList<>();
    StringBuilder word = null;
    int line = 0;
    int start = 0;
    char quote = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      line += c == '\n' ? 1 : 0;
      if (quote != 0) {
        boolean escapes =
            c == '\\'
                && quote == '"'
                && at + 1 < text.length()
                && "\"\\".indexOf(text.charAt(at + 1)) >= 0;
        if (c == quote) {
          quote = 0;
        } else {
          word.append(escapes ? text.charAt(++at) : c);
        }
      } else if (BLANKS.indexOf(c) >= 0) {
        if (word != null) {
          parts.add(new Part(word.toString(), start));
          word = null;
        }
      } else {
        if (word == null) {
          word = new StringBuilder();
          start = line;
        }
        if (c == '"' || c == '\'') {
          quote = c;
        } else if (c != '\\') {
          word.append(c);
        } else if (++at < text.length()) {
          word.append(text.charAt(at));
        } else {
          throw new Refused("it ends with a backslash");
        }
      }
    }
    if (quote != 0) {
      throw new Refused("a quote " + quote + " is not closed");
    }
    if (word != null) {
      parts.add(new Part(word.toString(), start));
    }
    return parts;
  }

  /**
   * Splits an {@code environment}: words of letters, digits and {@code _/.+-():}, texts in quotes,
   * and every other character alone; {@code #} begins a comment.
   *
   * @throws Refused if a quote is not closed
   */
  static List<Part> ofEnvironment(String text) {
    List<Part> parts = new ArrayList<>();
    int line = 0;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int start = at;
      int startLine = line;
      if (BLANKS.indexOf(c) >= 0) {
        line += c == '\n' ? 1 : 0;
        at++;
      } else if (c == '#') {
        at = endOfLine(text, at);
      } else if (c == '"' || c == '\'') {
        int end = text.indexOf(c, at + 1);
        if (end < 0) {
          throw new Refused("a quote " + c + " is not closed");
        }
        line += (int) text.substring(at, end).chars().filter(it -> it == '\n').count();
        at = end + 1;
        parts.add(new Part(text.substring(start, at), startLine));
      } else if (!inWord(c)) {
        at++;
        parts.add(new Part(text.substring(start, at), startLine));
      } else {
        StringBuilder word = new StringBuilder();
        while (at < text.length()
            && (inWord(text.charAt(at)) || "\"'#".indexOf(text.charAt(at)) >= 0)) {
          if (text.charAt(at) == '#') {
            // A comment within a word: it goes on behind the line break.
            at = Math.min(text.length(), endOfLine(text, at) + 1);
            line++;
          } else {
            word.append(text.charAt(at++));
          }
        }
        parts.add(new Part(word.toString(), startLine));
      }
    }
    return parts;
  }

  private static boolean inWord(char c) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || "_/.+-():".indexOf(c) >= 0 || c == UNREAD;
  }

  private static int endOfLine(String text, int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }
}
