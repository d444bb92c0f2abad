package dev.sluice.postgres;

import dev.sluice.config.InvalidSetting;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table, with its schema or found through the search path.
 *
 * @param schema the schema, or empty
 * @param table its own name
 */
record TableName(Optional<String> schema, String table) {
  /** The table of jobs unless another is named. */
  static final String JOBS = "sluice_jobs";

  // Leaves room for what is added to name its indexes: a name has at most 63 bytes.
  private static final Pattern NAME =
      Pattern.compile("(?:(?<schema>[a-z_][a-z0-9_]{0,62})\\.)?(?<table>[a-z_][a-z0-9_]{0,49})");

  /**
   * Reads the value of the setting {@code table}.
   *
   * @throws InvalidSetting when it is not such a name
   */
  static TableName of(String text) {
    return of("table", text);
  }

  /**
   * Reads the value of a setting.
   *
   * @param setting its name, for the message
   * @throws InvalidSetting when it is not such a name
   */
  static TableName of(String setting, String text) {
    Matcher name = NAME.matcher(text);
    if (!name.matches()) {
      throw new InvalidSetting(
          setting,
          "is '"
              + text
              + "'; expected small letters, digits and underscores, at most 50, with the schema and"
              + " a point before it if need be");
    }
    return new TableName(Optional.ofNullable(name.group("schema")), name.group("table"));
  }

  /** As it is written in statements. */
  String sql() {
    return quoted(table);
  }

  /** Its own name, as written in statements behind a schema. */
  String own() {
    return '"' + table + '"';
  }

  /** The function that enqueues, which lies in the table's schema, as written behind that. */
  String enqueue() {
    return table.equals(JOBS) ? "\"sluice_enqueue\"" : '"' + table + "_enqueue\"";
  }

  /** Something in the same schema whose name follows from the table's, as written in statements. */
  String sibling(String suffix) {
    return quoted(table + "_" + suffix);
  }

  /** An index of the table, which is never written with a schema. */
  String index(String suffix) {
    return '"' + table + "_" + suffix + '"';
  }

  /**
   * The channel on which those who wait for rows listen: the table's own name, because whoever
   * notifies may have found it through the search path. Tables of that name in other schemas share
   * it, which wakes somebody for nothing.
   */
  String channel() {
    return table;
  }

  private String quoted(String name) {
    return schema.map(s -> '"' + s + "\".").orElse("") + '"' + name + '"';
  }

  @Override
  public String toString() {
    return schema.map(s -> s + ".").orElse("") + table;
  }
}
