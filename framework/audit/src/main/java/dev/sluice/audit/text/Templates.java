package dev.sluice.audit.text;

import java.util.OptionalInt;

/** Tells a chart's template that was not rendered from a broken manifest. */
final class Templates {
  private static final String OPEN = "{{";

  private Templates() {}

  /**
   * Where an action of a template stands outside of quotes and comments.
   *
   * @return the line from 0
   */
  static OptionalInt find(Slice slice) {
    String content = slice.content();
    int line = slice.line();
    int lineStart = slice.from();
    int from = slice.from();
    int open = content.indexOf(OPEN, from);
    while (open >= 0 && open < slice.to()) {
      for (int i = from; i < open; i++) {
        if (content.charAt(i) == '\n') {
          line++;
          lineStart = i + 1;
        }
      }
      if (isPlain(content, lineStart, open)) {
        return OptionalInt.of(line);
      }
      from = open + OPEN.length();
      open = content.indexOf(OPEN, from);
    }
    return OptionalInt.empty();
  }

  /** What to do with a template of this file. */
  static String advice(String file) {
    String path = file.replace('\\', '/');
    int templates = path.lastIndexOf("/templates/");
    String chart = templates < 0 ? "the chart's directory" : file.substring(0, templates);
    return "looks like a Helm template that is not rendered yet ({{ … }}): give "
        + chart
        + " instead, or pipe the output of `helm template` in";
  }

  private static boolean isPlain(String content, int lineStart, int open) {
    // A longer line is no template's; this keeps many actions in one line linear.
    for (int i = Math.max(lineStart, open - 500); i < open; i++) {
      char c = content.charAt(i);
      if (c == '"' || c == '\'' || c == '#') {
        return false;
      }
    }
    return true;
  }
}
