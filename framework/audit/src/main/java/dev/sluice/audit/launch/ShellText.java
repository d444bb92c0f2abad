package dev.sluice.audit.launch;

/** A shell text that is read from front to back. */
final class ShellText {
  private static final int MAX_DEPTH = 60;

  private final String content;
  private int position;
  private int line = 1;
  private int depth;

  ShellText(String content) {
    this.content = content;
  }

  boolean atEnd() {
    return position >= content.length();
  }

  int position() {
    return position;
  }

  int line() {
    return line;
  }

  /** The next character; NUL at the end. */
  char peek() {
    return atEnd() ? '\0' : content.charAt(position);
  }

  boolean startsWith(String prefix, int ahead) {
    return content.startsWith(prefix, position + ahead);
  }

  char take() {
    char c = content.charAt(position++);
    if (c == '\n') {
      line++;
    }
    return c;
  }

  void skip(int characters) {
    for (int i = 0; i < characters; i++) {
      take();
    }
  }

  String since(int from) {
    return content.substring(from, position);
  }

  /** The rest of the line, without its end. */
  String takeLine() {
    int from = position;
    while (!atEnd() && peek() != '\n') {
      position++;
    }
    String rest = since(from);
    if (!atEnd()) {
      take();
    }
    return rest.endsWith("\r") ? rest.substring(0, rest.length() - 1) : rest;
  }

  /** The text between two single quotes, of which the first comes next. */
  String takeSingleQuoted() throws ShellSyntax {
    int opened = line;
    take();
    int from = position;
    while (peek() != '\'') {
      if (atEnd()) {
        throw new ShellSyntax(opened, "a single quote is not closed");
      }
      take();
    }
    String inside = since(from);
    take();
    return inside;
  }

  /** Everything from the opening sign, which comes next, to the one that closes it. */
  String takeBalanced(char open, char close) throws ShellSyntax {
    if (++depth > MAX_DEPTH) {
      throw new ShellSyntax(line, "nested more than " + MAX_DEPTH + " deep");
    }
    int opened = line;
    int from = position;
    int level = 0;
    do {
      if (atEnd()) {
        throw new ShellSyntax(opened, "a '" + open + "' is not closed");
      }
      char c = peek();
      if (c == '\\') {
        take();
        if (!atEnd()) {
          take();
        }
      } else if (c == '\'') {
        takeSingleQuoted();
      } else if (c == '"') {
        skipDoubleQuoted();
      } else {
        level += c == open ? 1 : c == close ? -1 : 0;
        take();
      }
    } while (level > 0);
    depth--;
    return since(from);
  }

  private void skipDoubleQuoted() throws ShellSyntax {
    int opened = line;
    take();
    while (peek() != '"') {
      if (atEnd()) {
        throw new ShellSyntax(opened, "a double quote is not closed");
      }
      if (startsWith("$(", 0)) {
        take();
        takeBalanced('(', ')');
      } else if (startsWith("${", 0)) {
        take();
        takeBalanced('{', '}');
      } else if (take() == '\\' && !atEnd()) {
        take();
      }
    }
    take();
  }
}
