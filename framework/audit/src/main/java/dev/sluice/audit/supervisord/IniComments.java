package dev.sluice.audit.supervisord;

/** Where the comment of a line begins. */
final class IniComments {
  private IniComments() {}

  /**
   * The index at which a comment begins, or -1. A whole line is one when {@code ;} or {@code #} is
   * its first character; behind a value one needs a blank in front. Both signs are searched step by
   * step, one occurrence each, and the first step that meets a comment decides: of {@code a;b ;c
   * #d} only {@code #d} is one. So does Python.
   */
  static int start(String line) {
    String stripped = PythonText.strip(line);
    if (stripped.startsWith(";") || stripped.startsWith("#")) {
      return 0;
    }
    int semicolon = line.indexOf(';');
    int hash = line.indexOf('#');
    while (semicolon >= 0 || hash >= 0) {
      boolean first = begins(line, semicolon);
      boolean second = begins(line, hash);
      if (first || second) {
        return first && second ? Math.min(semicolon, hash) : first ? semicolon : hash;
      }
      semicolon = semicolon < 0 ? -1 : line.indexOf(';', semicolon + 1);
      hash = hash < 0 ? -1 : line.indexOf('#', hash + 1);
    }
    return -1;
  }

  private static boolean begins(String line, int index) {
    return index == 0 || (index > 0 && PythonText.isSpace(line.charAt(index - 1)));
  }
}
