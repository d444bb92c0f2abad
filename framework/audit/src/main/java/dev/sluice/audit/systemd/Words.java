package dev.sluice.audit.systemd;

import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.ArrayList;
import java.util.List;

/** Splits a value into words as systemd does: blanks part, quotes and backslashes hold together. */
final class Words {
  private final String text;
  private final Position at;
  private final List<Word> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private boolean open;

  private Words(String text, Position at) {
    this.text = text;
    this.at = at;
  }

  /** The words; a word whose quote is not closed is left out. */
  static List<Word> split(String text, Position at) {
    return new Words(text, at).split();
  }

  /**
   * The commands of an {@code Exec...=} line, which a word {@code ;} parts.
   *
   * @return none when a quote is not closed: systemd ignores the line
   */
  static List<List<Word>> commands(String text, Position at) {
    Words words = new Words(text, at);
    List<Word> all = words.split();
    if (words.open) {
      return List.of();
    }
    List<List<Word>> commands = new ArrayList<>();
    List<Word> command = new ArrayList<>();
    for (Word word : all) {
      if (word.text().equals(";")) {
        commands.add(List.copyOf(command));
        command.clear();
      } else {
        command.add(word.text().equals("\\;") ? new Word(";", at) : word);
      }
    }
    commands.add(List.copyOf(command));
    commands.removeIf(List::isEmpty);
    return commands;
  }

  private List<Word> split() {
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i = escape(i + 1);
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          add(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        inWord = true;
      } else if (c == ' ' || c == '\t') {
        end();
      } else {
        add(c);
      }
    }
    if (quote == 0) {
      end();
    }
    open = quote != 0;
    return List.copyOf(words);
  }

  /** Takes the character after a backslash; an escape that nobody knows stays as it is. */
  private int escape(int i) {
    char c = text.charAt(i);
    int plain = "abfnrtvs".indexOf(c);
    if (plain >= 0) {
      add("\u0007\b\f\n\r\t\u000b ".charAt(plain));
    } else if (c == '\\' || c == '"' || c == '\'') {
      add(c);
    } else {
      add('\\');
      add(c);
    }
    return i;
  }

  private void add(char c) {
    word.append(c);
    inWord = true;
  }

  private void end() {
    if (inWord) {
      words.add(new Word(word.toString(), at));
    }
    word.setLength(0);
    inWord = false;
  }
}
