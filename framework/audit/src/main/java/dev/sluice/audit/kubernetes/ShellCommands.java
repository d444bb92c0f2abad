package dev.sluice.audit.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The simple commands at the start of a shell script.
 *
 * @param list them in their order
 * @param beyond the first thing that is no simple command, for example an {@code if}; what comes
 *     after it is not read. Empty when all of the script was
 */
record ShellCommands(List<Command> list, Optional<String> beyond) {
  private static final Set<String> COMPOUND =
      Set.of("if", "while", "until", "for", "case", "select", "function", "{", "!", "[[", "time");

  /** What stands in front of a command. */
  enum Joint {
    START,
    /** {@code ;} or a new line. */
    SEMICOLON,
    /** {@code &&}. */
    AND,
    /** {@code ||} or {@code |}: it may not run, or not alone. */
    OTHER
  }

  /**
   * One command.
   *
   * @param after what stands in front of it
   * @param words without quotes
   * @param dynamic whether a word depends on a variable or a file name pattern
   * @param waitedFor false when it runs in the background or in a pipe
   * @param text for messages
   */
  record Command(
      Joint after, List<String> words, boolean dynamic, boolean waitedFor, String text) {}

  /** Reads a script in one pass. */
  static ShellCommands of(String script) {
    return new Scan(script).read();
  }

  private static final class Scan {
    private final String script;
    private final List<Command> list = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private Joint joint = Joint.START;
    private boolean inWord;
    private boolean dynamic;
    private boolean stopped;
    private int at;

    Scan(String script) {
      this.script = script;
    }

    ShellCommands read() {
      while (at < script.length()) {
        if (!step(script.charAt(at))) {
          String rest = String.join(" ", words) + " " + script.substring(at, end(at)).strip();
          return new ShellCommands(list, Optional.of(rest.strip()));
        }
        at++;
      }
      endCommand(Joint.SEMICOLON, true);
      return new ShellCommands(
          list, stopped ? Optional.of(String.join(" ", words)) : Optional.empty());
    }

    /** Takes the character at hand; false when no simple command goes on with it. */
    private boolean step(char here) {
      switch (here) {
        case ' ', '\t', '\r' -> endWord();
        case '\n', ';' -> endCommand(Joint.SEMICOLON, true);
        case '&' -> {
          if (next('>') || (inWord && word.toString().endsWith(">"))) {
            word.append(here);
          } else if (next('&')) {
            at++;
            endCommand(Joint.AND, true);
          } else {
            endCommand(Joint.SEMICOLON, false);
            inBackground();
          }
        }
        case '|' -> {
          boolean or = next('|');
          at += or ? 1 : 0;
          endCommand(Joint.OTHER, or);
        }
        case '\'' -> {
          return quoted('\'');
        }
        case '"' -> {
          return quoted('"');
        }
        case '\\' -> escaped();
        case '#' -> {
          if (inWord) {
            word.append(here);
          } else {
            at = end(at) - 1;
          }
        }
        case '$' -> {
          if (next('(') || next('{')) {
            return false;
          }
          expands(here);
        }
        case '*', '?', '[', '~' -> expands(here);
        case '(', ')', '`' -> {
          return false;
        }
        case '<' -> {
          if (next('<') || next('(')) {
            return false;
          }
          append(here);
        }
        default -> append(here);
      }
      return !compound() && !stopped;
    }

    private boolean compound() {
      return !words.isEmpty() && COMPOUND.contains(words.get(0));
    }

    private void append(char here) {
      inWord = true;
      word.append(here);
    }

    private void expands(char here) {
      dynamic = true;
      append(here);
    }

    private void escaped() {
      if (next('\n')) {
        at++;
      } else if (at + 1 < script.length()) {
        append(script.charAt(++at));
      }
    }

    /** A quoted part up to its end; false when it has none, or runs something itself. */
    private boolean quoted(char quote) {
      inWord = true;
      for (int i = at + 1; i < script.length(); i++) {
        char here = script.charAt(i);
        if (here == quote) {
          at = i;
          return true;
        }
        if (quote == '"' && here == '\\' && i + 1 < script.length()) {
          word.append(script.charAt(++i));
        } else if (quote == '"' && (here == '`' || here == '$')) {
          if (here == '`' || (i + 1 < script.length() && script.charAt(i + 1) == '(')) {
            return false;
          }
          dynamic = true;
          word.append(here);
        } else {
          word.append(here);
        }
      }
      return false;
    }

    private boolean next(char wanted) {
      return at + 1 < script.length() && script.charAt(at + 1) == wanted;
    }

    private int end(int from) {
      int line = script.indexOf('\n', from);
      return line < 0 ? script.length() : line;
    }

    private void endWord() {
      if (inWord) {
        words.add(word.toString());
        word.setLength(0);
        inWord = false;
      }
    }

    private void endCommand(Joint next, boolean waitedFor) {
      endWord();
      if (words.isEmpty()) {
        return;
      }
      if (compound()) {
        stopped = true;
        return;
      }
      list.add(new Command(joint, List.copyOf(words), dynamic, waitedFor, String.join(" ", words)));
      words.clear();
      dynamic = false;
      joint = next;
    }

    /** All that hangs together with the last command. */
    private void inBackground() {
      for (int i = list.size() - 1; i >= 0; i--) {
        Command command = list.get(i);
        list.set(
            i,
            new Command(
                command.after(), command.words(), command.dynamic(), false, command.text()));
        if (command.after() == Joint.START || command.after() == Joint.SEMICOLON) {
          return;
        }
      }
    }
  }
}
