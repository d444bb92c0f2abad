package dev.sluice.kafka;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns that line up; figures stand at the right. Belongs to one thread. */
final class TextTable {
  private static final String BETWEEN = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... heads) {
    rows.add(List.of(heads));
  }

  TextTable row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    rows.add(row);
    return this;
  }

  /** All rows, each with a line end. */
  String render() {
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
