package dev.sluice.audit.text;

/**
 * One document's part of a text. A line that begins with {@code ---} or {@code ...} always
 * separates documents: inside a block it would be indented, and inside quotes it is an error. So a
 * document can be broken without harm to those around it.
 *
 * @param content the whole text
 * @param from where it begins
 * @param to where it ends
 * @param line the lines before it
 */
record Slice(String content, int from, int to, int line) {

  /** Gets the documents. */
  interface Taker {
    /**
     * Takes one.
     *
     * @return false when no more are wanted
     */
    boolean take(Slice slice);
  }

  /** Gives each document that is not empty, in their order, as long as they are wanted; linear. */
  static void each(String content, Taker taker) {
    int start = content.startsWith("\uFEFF") ? 1 : 0;
    int startLine = 0;
    boolean begun = false;
    boolean empty = true;
    int line = 0;
    int at = start;
    while (at < content.length()) {
      int next = nextLine(content, at);
      boolean end = isMarker(content, at, "...");
      boolean marker = isMarker(content, at, "---");
      if (end || (marker && begun)) {
        if (!empty && !taker.take(new Slice(content, start, at, startLine))) {
          return;
        }
        start = end ? next : at;
        startLine = end ? line + 1 : line;
        empty = true;
      }
      if (end) {
        begun = false;
      } else if (marker) {
        begun = true;
        empty &= isBlank(content, at + 3);
      } else if (!isPreamble(content, at)) {
        begun = true;
        empty = false;
      }
      at = next;
      line++;
    }
    if (!empty) {
      taker.take(new Slice(content, start, content.length(), startLine));
    }
  }

  /**
   * True when this holds JSON: an object that begins with a name or is empty, or an array of
   * values. YAML's own braces, as in {@code {a: 1}}, are not taken for it.
   */
  boolean isJson() {
    int first = firstValue();
    char open = charAt(first);
    int second = skipBlank(first + 1);
    char next = charAt(second);
    return (open == '{' && (next == '"' || next == '}'))
        || (open == '[' && "[{\"]-0123456789".indexOf(next) >= 0);
  }

  /** Where its first value begins: behind a {@code ---} line and blanks. */
  int firstValue() {
    int at = skipBlank(from);
    return isMarker(content, at, "---") ? skipBlank(at + 3) : at;
  }

  private char charAt(int index) {
    return index < to ? content.charAt(index) : ' ';
  }

  private int skipBlank(int start) {
    int at = start;
    while (at < to && " \t\r\n".indexOf(content.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static int nextLine(String content, int at) {
    int end = at;
    while (end < content.length()) {
      char c = content.charAt(end++);
      boolean lone = c == '\r' && (end == content.length() || content.charAt(end) != '\n');
      if (c == '\n' || lone) {
        break;
      }
    }
    return end;
  }

  private static boolean isMarker(String content, int at, String marker) {
    if (!content.startsWith(marker, at)) {
      return false;
    }
    int after = at + marker.length();
    return after == content.length() || " \t\r\n".indexOf(content.charAt(after)) >= 0;
  }

  // Behind a marker: nothing but blanks or a comment.
  private static boolean isBlank(String content, int behind) {
    int at = behind;
    while (at < content.length() && " \t".indexOf(content.charAt(at)) >= 0) {
      at++;
    }
    return at == content.length() || "#\r\n".indexOf(content.charAt(at)) >= 0;
  }

  // Directives stand before the marker of the document that they are for.
  private static boolean isPreamble(String content, int at) {
    return "#%\r\n".indexOf(content.charAt(at)) >= 0;
  }
}
