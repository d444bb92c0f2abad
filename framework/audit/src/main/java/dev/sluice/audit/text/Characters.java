package dev.sluice.audit.text;

import java.util.Locale;

/** Which characters a text may have. */
final class Characters {
  private static final int MESSAGE = 160;

  private Characters() {}

  /**
   * Refuses what neither YAML nor an editor shows.
   *
   * @return true when the document has line ends that editors don't count
   */
  static boolean check(Placing placing, Slice slice) throws UnreadableText {
    String content = slice.content();
    boolean rare = false;
    int line = slice.line();
    int lineStart = slice.from();
    for (int i = slice.from(); i < slice.to(); i++) {
      char c = content.charAt(i);
      if (c == '\n') {
        line++;
        lineStart = i + 1;
      } else if (c == 0) {
        throw new UnreadableText(
            placing.at(line, i - lineStart),
            "holds a NUL character: this is no text, or it is not in UTF-8");
      } else if (!allowed(c) || unpaired(content, i)) {
        throw new UnreadableText(
            placing.at(line, i - lineStart),
            String.format(
                Locale.ROOT, "holds the character U+%04X, which YAML does not allow", (int) c));
      }
      rare |= TextStream.isRareBreak(c);
    }
    return rare;
  }

  /** A foreign message as a short line. */
  static String oneLine(String message) {
    if (message == null) {
      return "it can't be parsed";
    }
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < Math.min(message.length(), MESSAGE); i++) {
      char c = message.charAt(i);
      line.append(Character.isISOControl(c) ? ' ' : c);
    }
    return line.toString().strip();
  }

  private static boolean allowed(char c) {
    if (c < ' ') {
      return c == '\t' || c == '\n' || c == '\r';
    }
    return (c < 0x7F || c > 0x9F || c == 0x85) && c != 0xFFFE && c != 0xFFFF;
  }

  private static boolean unpaired(String content, int i) {
    char c = content.charAt(i);
    if (!Character.isSurrogate(c)) {
      return false;
    }
    return Character.isHighSurrogate(c)
        ? i + 1 == content.length() || !Character.isLowSurrogate(content.charAt(i + 1))
        : i == 0 || !Character.isHighSurrogate(content.charAt(i - 1));
  }
}
