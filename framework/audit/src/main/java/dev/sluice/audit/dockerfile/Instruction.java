package dev.sluice.audit.dockerfile;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One instruction of a Dockerfile, its continuation lines put together, comments and here-documents
 * left out.
 *
 * @param name in upper case
 * @param rest what follows, without blanks around it
 * @param at where it begins
 * @param escape the escape character of the file
 */
record Instruction(String name, String rest, Position at, char escape) {

  /** All instructions of a file; linear in its length. */
  static List<Instruction> of(SourceText text) {
    return new Reader(text).read();
  }

  private static final class Reader {
    private final SourceText text;
    private final List<String> lines;
    private final List<Instruction> instructions = new ArrayList<>();
    private char escape = '\\';
    private int at;

    Reader(SourceText text) {
      this.text = text;
      this.lines = text.content().lines().toList();
    }

    List<Instruction> read() {
      directives();
      while (at < lines.size()) {
        String line = lines.get(at).strip();
        if (line.isEmpty() || line.startsWith("#")) {
          at++;
        } else {
          instruction();
        }
      }
      return List.copyOf(instructions);
    }

    /** Parser directives stand at the very top; the first other line ends them. */
    private void directives() {
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).replace("\ufeff", "").strip();
        int equals = line.indexOf('=');
        if (!line.startsWith("#") || equals < 0) {
          return;
        }
        String key = line.substring(1, equals).strip().toLowerCase(Locale.ROOT);
        String value = line.substring(equals + 1).strip();
        if (!key.matches("[a-z][a-z0-9]*")) {
          return;
        }
        if (key.equals("escape") && value.equals("`")) {
          escape = '`';
        }
      }
    }

    private void instruction() {
      int begun = at;
      StringBuilder whole = new StringBuilder();
      boolean goesOn = true;
      while (goesOn && at < lines.size()) {
        String line = lines.get(at++).replace("\ufeff", "");
        if (at - 1 > begun && (line.isBlank() || line.stripLeading().startsWith("#"))) {
          continue;
        }
        String bare = line.stripTrailing();
        goesOn = !bare.isEmpty() && bare.charAt(bare.length() - 1) == escape;
        whole.append(goesOn ? bare.substring(0, bare.length() - 1) : line);
      }
      String line = whole.toString().strip();
      int blank = 0;
      while (blank < line.length() && !Character.isWhitespace(line.charAt(blank))) {
        blank++;
      }
      String name = line.substring(0, blank).toUpperCase(Locale.ROOT);
      String rest = line.substring(blank).strip();
      instructions.add(new Instruction(name, rest, text.at(begun + 1), escape));
      if (name.equals("RUN") || name.equals("COPY") || name.equals("ADD")) {
        skipDocuments(rest);
      }
    }

    private void skipDocuments(String rest) {
      Deque<String> ends = new ArrayDeque<>();
      for (String word : rest.split("[ \t;|&()]+", -1)) {
        endOf(word).ifPresent(ends::add);
      }
      while (!ends.isEmpty() && at < lines.size()) {
        String end = ends.peek();
        String line = lines.get(at++);
        boolean tabs = end.startsWith("-");
        if ((tabs ? line.replaceFirst("^\t+", "") : line).equals(tabs ? end.substring(1) : end)) {
          ends.remove();
        }
      }
    }

    /** The line that ends a here-document, with a dash in front where tabs may precede it. */
    private static Optional<String> endOf(String word) {
      int arrows = word.indexOf("<<");
      boolean number =
          arrows >= 0 && word.substring(0, arrows).chars().allMatch(Character::isDigit);
      if (!number || word.startsWith("<<<", arrows)) {
        return Optional.empty();
      }
      String end = word.substring(arrows + 2).replace("\"", "").replace("'", "");
      String name = end.startsWith("-") ? end.substring(1) : end;
      return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? Optional.of(end) : Optional.empty();
    }
  }
}
