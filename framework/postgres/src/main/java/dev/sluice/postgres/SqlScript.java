package dev.sluice.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script of this jar that makes one table and what belongs to it. Its columns stand one a line.
 */
final class SqlScript {
  private static final Pattern INDEX = Pattern.compile("\\$\\{index:([a-z]+)}");
  private static final Pattern COMMENT = Pattern.compile("(?m)^ *--.*\\R");
  private static final Pattern COLUMN = Pattern.compile("(?m)^  ([a-z_]+) +([a-z].*?),?$");
  private static final Pattern TYPE = Pattern.compile("[a-z]+(?:\\[])?");
  private static final String SEQUENCE = "${claims}";

  private final String text;

  /**
   * Reads the class path.
   *
   * @param resource its name beside this class
   */
  SqlScript(String resource) {
    try (InputStream in = SqlScript.class.getResourceAsStream(resource)) {
      String read = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text = COMMENT.matcher(read).replaceAll("").strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The statements for a table of that name, without comments. */
  String forTable(TableName table) {
    String named = text.replace("${table}", table.sql()).replace(SEQUENCE, table.sibling("claims"));
    return INDEX.matcher(named).replaceAll(match -> table.index(match.group(1)));
  }

  /** What the script makes beside indexes: names as written in statements, and in words. */
  Map<String, String> relations(TableName table) {
    Map<String, String> relations = new LinkedHashMap<>();
    relations.put(table.sql(), "such table");
    sequence(table).ifPresent(name -> relations.put(name, "sequence " + table + "_claims"));
    return relations;
  }

  /** The sequence that the script makes, as written in statements. */
  Optional<String> sequence(TableName table) {
    return text.contains(SEQUENCE) ? Optional.of(table.sibling("claims")) : Optional.empty();
  }

  /** The columns of the table with their definitions. */
  Map<String, String> columns(TableName table) {
    String named = forTable(table);
    Map<String, String> columns = new LinkedHashMap<>();
    int start = named.indexOf("CREATE TABLE");
    Matcher column = COLUMN.matcher(named.substring(start, named.indexOf("\n)", start)));
    while (column.find()) {
      columns.put(column.group(1), column.group(2));
    }
    return columns;
  }

  /** The type that a column's definition begins with. */
  static String typeOf(String definition) {
    Matcher type = TYPE.matcher(definition);
    if (!type.lookingAt()) {
      throw new IllegalStateException("no type in '" + definition + "'");
    }
    return type.group();
  }
}
