package dev.sluice.sample.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation, taken apart.
 *
 * @param text as it is written
 */
record Page(String text) {
  private static final Pattern FENCE =
      Pattern.compile("(?m)^```([a-z]*)\\n(.*?)^```$", Pattern.DOTALL);
  private static final Pattern SPAN = Pattern.compile("`([^`\\n]+)`");

  /**
   * A block of code.
   *
   * @param language as written behind the fence
   * @param code between the fences
   * @param file the last code span before the block, which names the file where it is one
   */
  record Block(String language, String code, String file) {}

  static Page of(String path) {
    return new Page(Checkout.read(path));
  }

  /** The blocks of a language, in order. */
  List<Block> blocks(String language) {
    return blocks().stream().filter(block -> block.language().equals(language)).toList();
  }

  /** All blocks, in order. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = FENCE.matcher(text);
    int before = 0;
    while (matcher.find()) {
      String file = "";
      Matcher span = SPAN.matcher(text.substring(before, matcher.start()));
      while (span.find()) {
        file = span.group(1);
      }
      blocks.add(new Block(matcher.group(1), matcher.group(2), file));
      before = matcher.end();
    }
    return blocks;
  }

  /** The block that is introduced by a file's name. */
  Block file(String name) {
    Optional<Block> block = blocks().stream().filter(b -> b.file().equals(name)).findFirst();
    return block.orElseThrow(() -> new AssertionError("the page shows no file " + name));
  }

  /** The code spans outside of blocks, in order. */
  List<String> spans() {
    return spansOf(FENCE.matcher(text).replaceAll(""));
  }

  /** The code spans of a text. */
  static List<String> spansOf(String text) {
    List<String> spans = new ArrayList<>();
    Matcher matcher = SPAN.matcher(text);
    while (matcher.find()) {
      spans.add(matcher.group(1));
    }
    return spans;
  }

  /** The text without any code. */
  String prose() {
    return SPAN.matcher(FENCE.matcher(text).replaceAll("")).replaceAll("");
  }

  /**
   * The rows of all tables whose head has a first cell.
   *
   * @param head the first cell
   * @return the cells of each row
   */
  List<List<String>> rows(String head) {
    List<List<String>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : text.lines().toList()) {
      if (!line.startsWith("|")) {
        inside = false;
      } else if (line.startsWith("| " + head + " |")) {
        inside = true;
      } else if (inside && !line.startsWith("|--")) {
        rows.add(cells(line));
      }
    }
    return rows;
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    for (String cell : line.substring(1, line.lastIndexOf('|')).split("\\|", -1)) {
      cells.add(cell.strip());
    }
    return cells;
  }
}
