package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellLexer.Token;
import java.util.Set;

/** The tokens of a shell text, one at a time. */
abstract class ShellTokens {
  private static final Set<String> REDIRECTIONS =
      Set.of("<", ">", ">>", "<<", "<<-", "<<<", ">|", "<>", "<&", ">&", "&>", "&>>");

  private final ShellLexer lexer;

  /** The one that was not taken yet. */
  Token token;

  ShellTokens(String content) throws ShellSyntax {
    lexer = new ShellLexer(content);
    token = lexer.next();
  }

  final boolean atEnd() {
    return !token.isWord() && token.operator().isEmpty();
  }

  final ShellSyntax unexpected() {
    String what = token.isWord() ? token.word().raw() : token.operator();
    String shown =
        what.isEmpty() ? "the end of the text" : what.equals("\n") ? "the end of the line" : what;
    return new ShellSyntax(token.line(), shown + " was not expected here");
  }

  final void advance() throws ShellSyntax {
    token = lexer.next();
  }

  final void newlines() throws ShellSyntax {
    while (token.is("\n")) {
      advance();
    }
  }

  final void expect(String reserved) throws ShellSyntax {
    if (!token.reserved(reserved) && !token.is(reserved)) {
      throw unexpected();
    }
    advance();
  }

  /** Skips redirections; true if there was one. */
  final boolean redirections() throws ShellSyntax {
    boolean any = false;
    while (!token.isWord() && REDIRECTIONS.contains(token.operator())) {
      any = true;
      String operator = token.operator();
      advance();
      if (!token.isWord()) {
        throw unexpected();
      }
      if (operator.equals("<<") || operator.equals("<<-")) {
        lexer.expectHeredoc(token.word(), operator.equals("<<-"));
      }
      advance();
    }
    return any;
  }

  /** Skips {@code (( … ))}, of which the second parenthesis is the token. */
  final void arithmetic() throws ShellSyntax {
    int level = 1;
    while (level > 0) {
      advance();
      if (atEnd()) {
        throw unexpected();
      }
      level += token.is("(") ? 1 : token.is(")") ? -1 : 0;
    }
    advance();
    expect(")");
  }

  /** Takes a word as it is written. */
  final String name() throws ShellSyntax {
    if (!token.isWord()) {
      throw unexpected();
    }
    String name = token.word().raw();
    advance();
    return name;
  }
}
