package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellWord.Computed;
import dev.sluice.audit.launch.ShellWord.Part;
import dev.sluice.audit.launch.ShellWord.Text;
import java.util.ArrayList;
import java.util.List;

/** Cuts a shell text into words and operators, in one pass. */
final class ShellLexer {
  /** A word, an operator, the end of a line ({@code "\n"}) or of the text ({@code ""}). */
  record Token(String operator, ShellWord word, int line) {
    boolean isWord() {
      return word != null;
    }

    boolean is(String text) {
      return word == null && operator.equals(text);
    }

    boolean reserved(String text) {
      return word != null && word.is(text);
    }
  }

  private record Heredoc(String end, boolean tabs) {}

  private static final List<String> OPERATORS =
      List.of(
          "&>>", "<<<", "<<-", ";;&", "&&", "||", ";;", ";&", "<<", ">>", "<&", ">&", "<>", ">|",
          "&>", "|&", "&", "|", ";", "<", ">", "(", ")");

  private final ShellText text;
  private final List<Heredoc> heredocs = new ArrayList<>();

  ShellLexer(String content) {
    text = new ShellText(content);
  }

  /** The next token; after the end, the end again. */
  Token next() throws ShellSyntax {
    skipBlanks();
    int line = text.line();
    if (text.atEnd()) {
      return new Token("", null, line);
    }
    if (text.peek() == '\n') {
      text.take();
      readHeredocs();
      return new Token("\n", null, line);
    }
    if ((text.peek() == '<' || text.peek() == '>') && text.startsWith("(", 1)) {
      return new Token("", word(), line);
    }
    for (String operator : OPERATORS) {
      if (text.startsWith(operator, 0)) {
        text.skip(operator.length());
        return new Token(operator, null, line);
      }
    }
    ShellWord word = word();
    if ((text.peek() == '<' || text.peek() == '>') && digits(word.raw())) {
      return next();
    }
    return new Token("", word, line);
  }

  /** Reads a here-document's text once the line ends. */
  void expectHeredoc(ShellWord end, boolean tabs) {
    StringBuilder plain = new StringBuilder();
    for (Part part : end.parts()) {
      if (part instanceof Text piece) {
        plain.append(piece.text());
      } else if (part instanceof Computed computed) {
        plain.append(computed.raw());
      } else if (part instanceof ShellWord.Variable variable) {
        plain.append(variable.raw());
      }
    }
    heredocs.add(new Heredoc(plain.toString(), tabs));
  }

  private void readHeredocs() {
    for (Heredoc heredoc : heredocs) {
      while (!text.atEnd()) {
        String line = text.takeLine();
        if ((heredoc.tabs() ? withoutTabs(line) : line).equals(heredoc.end())) {
          break;
        }
      }
    }
    heredocs.clear();
  }

  private static String withoutTabs(String line) {
    int from = 0;
    while (from < line.length() && line.charAt(from) == '\t') {
      from++;
    }
    return line.substring(from);
  }

  private void skipBlanks() {
    while (!text.atEnd()) {
      char c = text.peek();
      if (c == ' ' || c == '\t' || c == '\r') {
        text.take();
      } else if (text.startsWith("\\\n", 0)) {
        text.skip(2);
      } else if (c == '#') {
        while (!text.atEnd() && text.peek() != '\n') {
          text.take();
        }
      } else {
        return;
      }
    }
  }

  private ShellWord word() throws ShellSyntax {
    int from = text.position();
    int line = text.line();
    List<Part> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    while (!text.atEnd()) {
      char c = text.peek();
      boolean substitution = (c == '<' || c == '>') && text.startsWith("(", 1);
      if (substitution && text.position() == from) {
        text.take();
        parts.add(new Computed(c + text.takeBalanced('(', ')')));
      } else if (c == '(' && opensArray(plain)) {
        parts.add(new Computed(text.takeBalanced('(', ')')));
      } else if (" \t\r\n;&|<>()".indexOf(c) >= 0) {
        break;
      } else if (c == '\\') {
        text.take();
        if (!text.atEnd()) {
          char escaped = text.take();
          if (escaped != '\n') {
            flush(plain, parts);
            parts.add(new Text(String.valueOf(escaped), true));
          }
        }
      } else if (c == '\'') {
        flush(plain, parts);
        parts.add(new Text(text.takeSingleQuoted(), true));
      } else if (c == '"') {
        flush(plain, parts);
        ShellExpansions.doubleQuoted(text, parts);
      } else if (c == '$' || c == '`') {
        flush(plain, parts);
        parts.add(ShellExpansions.read(text, false));
      } else {
        plain.append(text.take());
      }
    }
    flush(plain, parts);
    return new ShellWord(text.since(from), parts, line);
  }

  private static boolean opensArray(StringBuilder plain) {
    return plain.length() > 0 && "=?*+@!".indexOf(plain.charAt(plain.length() - 1)) >= 0;
  }

  private static void flush(StringBuilder plain, List<Part> parts) {
    if (plain.length() > 0) {
      parts.add(new Text(plain.toString(), false));
      plain.setLength(0);
    }
  }

  private static boolean digits(String raw) {
    return !raw.isEmpty() && raw.length() < 4 && raw.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
