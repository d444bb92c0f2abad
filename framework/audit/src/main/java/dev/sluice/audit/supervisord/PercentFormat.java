package dev.sluice.audit.supervisord;

import java.util.function.UnaryOperator;

/**
 * Python's {@code text % names}, with which supervisord expands values: {@code %(program_name)s},
 * {@code %(process_num)02d}, {@code %%}. Anything else behind a percent sign is refused by
 * supervisord.
 */
final class PercentFormat {
  /** Neither a width nor a result is larger in any real configuration. */
  private static final int WIDEST = 4096;

  private static final int LONGEST = 1_000_000;

  private final String text;
  private final Names names;
  private final UnaryOperator<String> unread;
  private final StringBuilder out = new StringBuilder();
  private boolean known = true;
  private boolean bareAllowed = true;
  private int at;

  /**
   * A value with its names replaced.
   *
   * @param text the result
   * @param known false when parts of it are only known to the running supervisord
   */
  record Expanded(String text, boolean known) {}

  private PercentFormat(String text, Names names, UnaryOperator<String> unread) {
    this.text = text;
    this.names = names;
    this.unread = unread;
  }

  /**
   * Expands a value.
   *
   * @param unread gives the text for a part that can't be known, from that part as written
   * @throws Refused if supervisord refuses it
   */
  static Expanded expand(String text, Names names, UnaryOperator<String> unread) {
    return text.indexOf('%') < 0
        ? new Expanded(text, true)
        : new PercentFormat(text, names, unread).run();
  }

  private Expanded run() {
    while (at < text.length()) {
      int percent = text.indexOf('%', at);
      if (percent < 0) {
        out.append(text, at, text.length());
        break;
      }
      out.append(text, at, percent);
      at = percent + 1;
      conversion(percent);
      if (out.length() > LONGEST) {
        throw new Refused("it becomes longer than " + LONGEST + " characters");
      }
    }
    return new Expanded(out.toString(), known);
  }

  private void conversion(int start) {
    Names.Value value = null;
    if (peek() == '(') {
      value = lookUp();
      bareAllowed = true;
    }
    boolean left = false;
    boolean zero = false;
    String sign = "";
    for (; "-+ #0".indexOf(peek()) >= 0; at++) {
      left |= peek() == '-';
      zero |= peek() == '0';
      sign = peek() == '+' ? "+" : peek() == ' ' && sign.isEmpty() ? " " : sign;
    }
    int width = figure();
    int precision = -1;
    if (peek() == '.') {
      at++;
      precision = figure();
    }
    if ("hlL".indexOf(peek()) >= 0) {
      at++;
    }
    char kind = peek();
    at++;
    if (kind == '%') {
      out.append('%');
      return;
    }
    if ("sradiuxXoeEfFgGc".indexOf(kind) < 0) {
      throw new Refused("\"%" + kind + "\" is no format; write %% for a percent sign");
    }
    if (!bareAllowed || (value == null && "sra".indexOf(kind) < 0)) {
      throw new Refused("\"%" + kind + "\" has no (name); write %% for a percent sign");
    }
    bareAllowed = false;
    String spec = text.substring(start, at);
    if (value == null || (value instanceof Names.Count && "eEfFgGcxXora".indexOf(kind) >= 0)) {
      leave(spec); // Python's rendering of such a value is of no use to anybody.
    } else if (value instanceof Names.Count number) {
      pad(number(number.number(), kind, precision, sign, zero && !left ? width : 0), width, left);
    } else if ("sra".indexOf(kind) < 0 && !(kind == 'c')) {
      throw new Refused(
          "\"" + spec + "\" needs a number and gets a text; write s in place of " + kind);
    } else if (value instanceof Names.Text known && kind == 's') {
      String all = known.text();
      int end = precision < 0 ? all.length() : Math.min(precision, all.length());
      pad(all.substring(0, end), width, left);
    } else if (value instanceof Names.Text known && kind == 'c' && known.text().length() != 1) {
      throw new Refused("\"" + spec + "\" needs a single character");
    } else {
      leave(spec);
    }
  }

  private void leave(String spec) {
    known = false;
    out.append(unread.apply(spec));
  }

  private static String number(long number, char kind, int precision, String sign, int zeros) {
    String digits = Long.toString(Math.abs(number));
    String front = number < 0 ? "-" : kind == 's' ? "" : sign;
    if (kind == 's') {
      String all = front + digits;
      return precision < 0 ? all : all.substring(0, Math.min(precision, all.length()));
    }
    int length = Math.max(precision, zeros - front.length());
    return front + "0".repeat(Math.max(0, length - digits.length())) + digits;
  }

  private void pad(String value, int width, boolean left) {
    String blanks = " ".repeat(Math.max(0, width - value.length()));
    out.append(left ? value : blanks).append(left ? blanks : value);
  }

  private Names.Value lookUp() {
    int start = at + 1;
    int depth = 0;
    do {
      char c = peek();
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      at++;
    } while (depth > 0);
    String name = text.substring(start, at - 1);
    return names
        .get(name)
        .orElseThrow(
            () ->
                new Refused(
                    "%("
                        + PythonText.quoted(name)
                        + ") can't be expanded here; known are "
                        + names.list()));
  }

  private int figure() {
    if (peek() == '*') {
      throw new Refused("\"*\" has no number to take");
    }
    long figure = 0;
    for (; peek() >= '0' && peek() <= '9'; at++) {
      figure = figure * 10 + peek() - '0';
      if (figure > WIDEST) {
        throw new Refused("a width above " + WIDEST);
      }
    }
    return (int) figure;
  }

  private char peek() {
    if (at >= text.length()) {
      throw new Refused("it ends within a %(name)s; write %% for a percent sign");
    }
    return text.charAt(at);
  }
}
