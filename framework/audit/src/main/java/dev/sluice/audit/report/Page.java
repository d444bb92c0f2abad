package dev.sluice.audit.report;

import dev.sluice.audit.model.Level;

/** A text of lines of at most 120 characters; a longer word, such as a path, keeps its length. */
final class Page {
  static final int WIDTH = 120;

  private final StringBuilder text = new StringBuilder();
  private final boolean colours;

  /** Ways to set a line off. */
  enum Ink {
    /** As it is. */
    PLAIN(""),
    /** A heading. */
    BOLD("1"),
    /** Bad. */
    RED("31"),
    /** Doubtful. */
    YELLOW("33"),
    /** Good. */
    GREEN("32");

    private final String code;

    Ink(String code) {
      this.code = code;
    }

    static Ink of(Level level) {
      return switch (level) {
        case ERROR -> RED;
        case WARNING -> YELLOW;
        case NOTE -> PLAIN;
      };
    }
  }

  Page(boolean colours) {
    this.colours = colours;
  }

  Page blank() {
    text.append('\n');
    return this;
  }

  Page line(int indent, String line) {
    return line(indent, line, Ink.PLAIN);
  }

  Page line(int indent, String line, Ink ink) {
    return hanging(" ".repeat(indent), " ".repeat(indent), line, ink);
  }

  /** A line with a first part that its further lines stand clear of. */
  Page item(int indent, String first, String line, Ink ink) {
    String lead = " ".repeat(indent) + plain(first) + " ";
    return hanging(lead, " ".repeat(lead.length()), line, ink);
  }

  private Page hanging(String lead, String next, String line, Ink ink) {
    StringBuilder row = new StringBuilder(lead);
    boolean empty = true;
    for (String word : plain(line).split(" ", -1)) {
      if (!empty && row.length() + 1 + word.length() > WIDTH) {
        put(row, ink);
        row.setLength(0);
        row.append(next);
        empty = true;
      }
      row.append(empty ? "" : " ").append(word);
      empty = false;
    }
    put(row, ink);
    return this;
  }

  private void put(CharSequence row, Ink ink) {
    String line = row.toString().stripTrailing();
    if (colours && ink != Ink.PLAIN) {
      text.append("\u001b[").append(ink.code).append('m').append(line).append("\u001b[0m\n");
    } else {
      text.append(line).append('\n');
    }
  }

  /** The text without characters that a terminal would obey. */
  static String plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return rewritten(text);
      }
    }
    return text;
  }

  private static String rewritten(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      int type = Character.getType(c);
      boolean harmless =
          type != Character.CONTROL
              && type != Character.FORMAT
              && type != Character.LINE_SEPARATOR
              && type != Character.PARAGRAPH_SEPARATOR
              && type != Character.SURROGATE;
      plain.appendCodePoint(harmless ? c : c == '\n' || c == '\t' ? ' ' : '?');
    }
    return plain.toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
