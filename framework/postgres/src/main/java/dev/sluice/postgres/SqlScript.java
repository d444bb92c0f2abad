package dev.sluice.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The scripts of this jar that make one table and what belongs to it: the first makes version 1,
 * each further one the next version from the one before. Every statement does nothing when what it
 * makes is there. Columns stand one a line.
 */
final class SqlScript {
  private static final Pattern STEP = Pattern.compile("(?m)^-- step.*\\R");
  private static final Pattern INDEX = Pattern.compile("\\$\\{(?:index|constraint):([a-z_]+)}");
  private static final Pattern COMMENT = Pattern.compile("(?m)^ *--.*\\R");
  private static final Pattern COLUMN =
      Pattern.compile("(?m)^  (?:ADD COLUMN IF NOT EXISTS )?([a-z_]+) +([a-z].*?)[,;]?$");
  private static final Pattern DEFINITIONS =
      Pattern.compile("(?s)(?:CREATE|ALTER) TABLE .*?;(?=\\n|$)");
  private static final Pattern CREATE_INDEX =
      Pattern.compile("(?s)CREATE (?:UNIQUE )?INDEX IF NOT EXISTS \"([^\"]+)\" ON .*?;(?=\\n|$)");
  private static final Pattern TYPE = Pattern.compile("[a-z]+(?:\\[])?");
  private static final String SEQUENCE = "${claims}";

  private final List<List<String>> versions;

  /**
   * Reads the class path.
   *
   * @param resources their names beside this class, one a version, the oldest first
   */
  SqlScript(String... resources) {
    versions = Stream.of(resources).map(SqlScript::steps).toList();
  }

  /** The table of jobs. */
  static SqlScript jobs() {
    return new SqlScript("jobs.sql", "jobs-2.sql");
  }

  private static List<String> steps(String resource) {
    try (InputStream in = SqlScript.class.getResourceAsStream(resource)) {
      String read = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return STEP.splitAsStream(read)
          .map(step -> COMMENT.matcher(step).replaceAll("").strip())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The version that the last script makes. */
  int newest() {
    return versions.size();
  }

  /** The statements for a new table of that name, without comments. */
  String forTable(TableName table) {
    return since(0, table);
  }

  /** The statements that bring a table of that version to the newest, without comments. */
  String since(int version, TableName table) {
    return String.join("\n\n", stepsSince(version, table));
  }

  /** The same, what belongs into one transaction by itself. */
  List<String> stepsSince(int version, TableName table) {
    return versions.stream()
        .skip(version)
        .flatMap(List::stream)
        .map(step -> named(step, table))
        .toList();
  }

  private static String named(String step, TableName table) {
    String named =
        step.replace("${table}", table.sql())
            .replace("${name}", table.own())
            .replace("${enqueue}", table.enqueue())
            .replace("${channel}", table.channel())
            .replace(SEQUENCE, table.sibling("claims"));
    return INDEX.matcher(named).replaceAll(match -> table.index(match.group(1)));
  }

  /** What the scripts make beside indexes: names as written in statements, and in words. */
  Map<String, String> relations(TableName table) {
    Map<String, String> relations = new LinkedHashMap<>();
    relations.put(table.sql(), "such table");
    sequence(table).ifPresent(name -> relations.put(name, "sequence " + table + "_claims"));
    return relations;
  }

  /** The sequence that the scripts make, as written in statements. */
  Optional<String> sequence(TableName table) {
    return versions.stream().flatMap(List::stream).anyMatch(step -> step.contains(SEQUENCE))
        ? Optional.of(table.sibling("claims"))
        : Optional.empty();
  }

  /** The indexes of the newest table, each with its statement. */
  Map<String, String> indexes(TableName table) {
    Map<String, String> indexes = new LinkedHashMap<>();
    CREATE_INDEX
        .matcher(forTable(table))
        .results()
        .forEach(index -> indexes.put(index.group(1), index.group()));
    return indexes;
  }

  /** The columns of the newest table with their definitions. */
  Map<String, String> columns(TableName table) {
    Map<String, String> columns = new LinkedHashMap<>();
    DEFINITIONS
        .matcher(forTable(table))
        .results()
        .flatMap(definition -> COLUMN.matcher(definition.group()).results())
        .forEach(column -> columns.put(column.group(1), column.group(2)));
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
