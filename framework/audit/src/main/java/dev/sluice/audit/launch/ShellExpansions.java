package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellWord.Computed;
import dev.sluice.audit.launch.ShellWord.Part;
import dev.sluice.audit.launch.ShellWord.Text;
import dev.sluice.audit.launch.ShellWord.Variable;
import java.util.List;

/** Reads what begins with {@code $} or a backquote, and what stands in double quotes. */
final class ShellExpansions {
  private ShellExpansions() {}

  /** Reads a text in double quotes, of which the first comes next, into parts. */
  static void doubleQuoted(ShellText text, List<Part> parts) throws ShellSyntax {
    int opened = text.line();
    text.take();
    StringBuilder plain = new StringBuilder();
    int before = parts.size();
    while (text.peek() != '"') {
      if (text.atEnd()) {
        throw new ShellSyntax(opened, "a double quote is not closed");
      }
      char c = text.peek();
      if (c == '$' || c == '`') {
        flush(plain, parts);
        parts.add(read(text, true));
      } else if (c == '\\') {
        text.take();
        char escaped = text.atEnd() ? '\\' : text.take();
        if ("$`\"\\".indexOf(escaped) < 0 && escaped != '\n') {
          plain.append('\\');
        }
        if (escaped != '\n') {
          plain.append(escaped);
        }
      } else {
        plain.append(text.take());
      }
    }
    text.take();
    if (plain.length() > 0 || parts.size() == before) {
      parts.add(new Text(plain.toString(), true));
    }
  }

  private static void flush(StringBuilder plain, List<Part> parts) {
    if (plain.length() > 0) {
      parts.add(new Text(plain.toString(), true));
      plain.setLength(0);
    }
  }

  /** Reads one expansion. */
  static Part read(ShellText text, boolean quoted) throws ShellSyntax {
    int from = text.position();
    if (text.take() == '`') {
      return backquoted(text, from);
    }
    char c = text.peek();
    if (c == '(') {
      return new Computed("$" + text.takeBalanced('(', ')'));
    }
    if (c == '{') {
      String braces = text.takeBalanced('{', '}');
      String name = braces.substring(1, braces.length() - 1);
      return isName(name) || name.equals("@") || name.equals("*")
          ? new Variable(name, "$" + braces, quoted)
          : new Computed("$" + braces);
    }
    if (c == '\'' && !quoted) {
      return new Text(text.takeSingleQuoted(), true);
    }
    if ("@*#?$!-0123456789".indexOf(c) >= 0 && !text.atEnd()) {
      String name = String.valueOf(text.take());
      return new Variable(name, "$" + name, quoted);
    }
    int start = text.position();
    while (!text.atEnd() && nameCharacter(text.peek())) {
      text.take();
    }
    String name = text.since(start);
    return name.isEmpty() ? new Text("$", quoted) : new Variable(name, text.since(from), quoted);
  }

  private static Part backquoted(ShellText text, int from) throws ShellSyntax {
    int opened = text.line();
    while (text.peek() != '`') {
      if (text.atEnd()) {
        throw new ShellSyntax(opened, "a backquote is not closed");
      }
      if (text.take() == '\\' && !text.atEnd()) {
        text.take();
      }
    }
    text.take();
    return new Computed(text.since(from));
  }

  /** Whether a text could name a variable or a positional parameter. */
  static boolean isName(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> nameCharacter((char) c));
  }

  private static boolean nameCharacter(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
