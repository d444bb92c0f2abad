package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellNode.AndOr;
import dev.sluice.audit.launch.ShellNode.Arm;
import dev.sluice.audit.launch.ShellNode.Braces;
import dev.sluice.audit.launch.ShellNode.Branch;
import dev.sluice.audit.launch.ShellNode.Case;
import dev.sluice.audit.launch.ShellNode.Condition;
import dev.sluice.audit.launch.ShellNode.Definition;
import dev.sluice.audit.launch.ShellNode.If;
import dev.sluice.audit.launch.ShellNode.Item;
import dev.sluice.audit.launch.ShellNode.Loop;
import dev.sluice.audit.launch.ShellNode.Pipeline;
import dev.sluice.audit.launch.ShellNode.Redirected;
import dev.sluice.audit.launch.ShellNode.Sequence;
import dev.sluice.audit.launch.ShellNode.Simple;
import dev.sluice.audit.launch.ShellNode.Subshell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a shell text: POSIX and the part of bash that start scripts use. */
final class ShellParser extends ShellTokens {
  private static final int MAX_DEPTH = 60;
  private static final int MAX_CHARACTERS = 400_000;
  private static final Set<String> CLOSERS =
      Set.of("then", "do", "done", "fi", "else", "elif", "esac", "}");
  private static final Set<String> NOT_READ = Set.of("coproc", "select");

  private int depth;

  private ShellParser(String content) throws ShellSyntax {
    super(content);
  }

  /**
   * The whole text.
   *
   * @throws ShellSyntax when it is wrong, or beyond what is read here
   */
  static Sequence parse(String content) throws ShellSyntax {
    if (content.length() > MAX_CHARACTERS) {
      throw new ShellSyntax(1, "it is longer than " + MAX_CHARACTERS + " characters");
    }
    ShellParser parser = new ShellParser(content);
    Sequence all = parser.sequence();
    if (!parser.atEnd()) {
      throw parser.unexpected();
    }
    return all;
  }

  private boolean closes() {
    return atEnd()
        || token.is(")")
        || token.is(";;")
        || token.is(";&")
        || token.is(";;&")
        || (token.isWord() && CLOSERS.stream().anyMatch(token::reserved));
  }

  private Sequence sequence() throws ShellSyntax {
    if (++depth > MAX_DEPTH) {
      throw new ShellSyntax(token.line(), "nested more than " + MAX_DEPTH + " deep");
    }
    List<Item> items = new ArrayList<>();
    newlines();
    boolean startsLine = true;
    while (!closes()) {
      ShellNode node = andOr();
      boolean background = token.is("&");
      boolean ends = !background && !token.is(";") && !token.is("\n");
      if (background || token.is(";")) {
        advance();
      }
      boolean endsLine = token.is("\n");
      items.add(new Item(node, background, startsLine, endsLine));
      startsLine = endsLine;
      if (ends) {
        break;
      }
      newlines();
    }
    depth--;
    return new Sequence(items);
  }

  private ShellNode andOr() throws ShellSyntax {
    ShellNode left = pipeline();
    while (token.is("&&") || token.is("||")) {
      boolean and = token.is("&&");
      advance();
      newlines();
      left = new AndOr(left, and, pipeline());
    }
    return left;
  }

  private ShellNode pipeline() throws ShellSyntax {
    boolean wrapped = false;
    while (token.reserved("!") || token.reserved("time")) {
      wrapped = true;
      advance();
      if (token.isWord() && token.word().raw().equals("-p")) {
        advance();
      }
    }
    List<ShellNode> parts = new ArrayList<>();
    parts.add(command());
    while (token.is("|") || token.is("|&")) {
      advance();
      newlines();
      parts.add(command());
    }
    return parts.size() == 1 && !wrapped ? parts.get(0) : new Pipeline(parts);
  }

  private ShellNode command() throws ShellSyntax {
    if (token.is("(")) {
      return parenthesis();
    }
    if (!token.isWord()) {
      return simple();
    }
    for (String word : NOT_READ) {
      if (token.reserved(word)) {
        throw new ShellSyntax(token.line(), word + " is not read here");
      }
    }
    ShellNode compound;
    if (token.reserved("{")) {
      advance();
      compound = new Braces(sequence());
      expect("}");
    } else if (token.reserved("if")) {
      compound = branches();
    } else if (token.reserved("while") || token.reserved("until")) {
      advance();
      Sequence condition = sequence();
      compound = new Loop(condition, loopBody());
    } else if (token.reserved("for")) {
      compound = each();
    } else if (token.reserved("case")) {
      compound = choice();
    } else if (token.reserved("[[")) {
      while (!token.reserved("]]")) {
        if (atEnd()) {
          throw unexpected();
        }
        advance();
      }
      advance();
      compound = new Condition();
    } else if (token.reserved("function")) {
      advance();
      return definition(name());
    } else {
      return simple();
    }
    return redirections() ? new Redirected(compound) : compound;
  }

  private ShellNode parenthesis() throws ShellSyntax {
    advance();
    if (token.is("(")) {
      arithmetic();
      return new Condition();
    }
    ShellNode subshell = new Subshell(sequence());
    expect(")");
    return redirections() ? new Redirected(subshell) : subshell;
  }

  private ShellNode branches() throws ShellSyntax {
    List<Arm> arms = new ArrayList<>();
    do {
      advance();
      Sequence condition = sequence();
      expect("then");
      arms.add(new Arm(condition, sequence()));
    } while (token.reserved("elif"));
    Optional<Sequence> otherwise = Optional.empty();
    if (token.reserved("else")) {
      advance();
      otherwise = Optional.of(sequence());
    }
    expect("fi");
    return new If(arms, otherwise);
  }

  private Sequence loopBody() throws ShellSyntax {
    expect("do");
    Sequence body = sequence();
    expect("done");
    return body;
  }

  private ShellNode each() throws ShellSyntax {
    advance();
    if (token.is("(")) {
      advance();
      arithmetic();
    } else {
      name();
      newlines();
      if (token.reserved("in")) {
        while (!token.is(";") && !token.is("\n") && !atEnd()) {
          advance();
        }
      }
    }
    if (token.is(";")) {
      advance();
    }
    newlines();
    return new Loop(new Sequence(List.of()), loopBody());
  }

  private ShellNode choice() throws ShellSyntax {
    advance();
    if (!token.isWord()) {
      throw unexpected();
    }
    ShellWord subject = token.word();
    advance();
    newlines();
    expect("in");
    newlines();
    List<Branch> branches = new ArrayList<>();
    while (!token.reserved("esac")) {
      if (token.is("(")) {
        advance();
      }
      List<ShellWord> patterns = new ArrayList<>();
      while (token.isWord()) {
        patterns.add(token.word());
        advance();
        if (token.is("|")) {
          advance();
        }
      }
      expect(")");
      branches.add(new Branch(patterns, sequence()));
      if (token.is(";;") || token.is(";&") || token.is(";;&")) {
        advance();
        newlines();
      } else if (!token.reserved("esac")) {
        throw unexpected();
      }
    }
    advance();
    return new Case(subject, branches);
  }

  private ShellNode definition(String name) throws ShellSyntax {
    if (token.is("(")) {
      advance();
      expect(")");
    }
    newlines();
    if (++depth > MAX_DEPTH) {
      throw new ShellSyntax(token.line(), "nested more than " + MAX_DEPTH + " deep");
    }
    ShellNode body = command();
    depth--;
    return new Definition(name, body);
  }

  private ShellNode simple() throws ShellSyntax {
    int line = token.line();
    List<ShellWord> assignments = new ArrayList<>();
    List<ShellWord> words = new ArrayList<>();
    boolean redirected = false;
    while (true) {
      if (redirections()) {
        redirected = true;
      } else if (token.isWord()) {
        boolean assigns = words.isEmpty() && assignment(token.word());
        (assigns ? assignments : words).add(token.word());
        advance();
      } else if (token.is("(") && words.size() == 1 && assignments.isEmpty()) {
        return definition(words.get(0).raw());
      } else {
        break;
      }
    }
    if (words.isEmpty() && assignments.isEmpty() && !redirected) {
      throw unexpected();
    }
    return new Simple(assignments, words, redirected, line);
  }

  private static boolean assignment(ShellWord word) {
    int equals = word.raw().indexOf('=');
    String name = equals > 0 ? word.raw().substring(0, equals) : "";
    return ShellExpansions.isName(name.endsWith("+") ? name.substring(0, name.length() - 1) : name)
        && !Character.isDigit(name.charAt(0));
  }
}
