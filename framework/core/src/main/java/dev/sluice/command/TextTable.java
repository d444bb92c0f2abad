package dev.sluice.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of text in columns that line up, for what a {@link Subcommand} prints; columns of figures
 * stand at the right. Belongs to one thread.
 */
public final class TextTable {
  private static final String BETWEEN = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /**
   * A table without rows.
   *
   * @param heads of its columns
   */
  public TextTable(String... heads) {
    rows.add(List.of(heads));
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column; line ends in them are not looked for
   */
  public TextTable row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    rows.add(row);
    return this;
  }

  /** Head and rows, each with a line end. */
  public String render() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String gap = " ".repeat(width(column) - cell.length());
        line.append(isFigures(column) ? gap + cell : cell + gap).append(BETWEEN);
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private boolean isFigures(int column) {
    return rows.stream().skip(1).allMatch(row -> row.get(column).matches("[-+]?\\d*"));
  }
}
