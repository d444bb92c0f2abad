package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Looks whether a table that is there can be used: its columns, their types, its indexes, the
 * rights.
 */
final class TableUse {
  /** The privilege that concerns the sequence beside the table. */
  static final String USAGE = "USAGE";

  private final SqlScript script;
  private final TableName table;
  private final List<String> privileges;
  private final String user;
  private final BiFunction<String, String, InvalidSetup> refusal;

  /**
   * @param script says which columns there are
   * @param privileges on the table that are needed, and {@link #USAGE} of its sequence
   * @param user whose they are
   * @param refusal of what is wrong, with its fix
   */
  TableUse(
      SqlScript script,
      TableName table,
      List<String> privileges,
      String user,
      BiFunction<String, String, InvalidSetup> refusal) {
    this.script = script;
    this.table = table;
    this.privileges = privileges;
    this.user = user;
    this.refusal = refusal;
  }

  /** Fails with {@link InvalidSetup} naming what is wrong, with the statements that mend it. */
  Future<Void> check(Pool pool) {
    return checkColumns(pool)
        .compose(good -> checkIndexes(pool))
        .compose(good -> checkPrivileges(pool));
  }

  private Future<Void> checkColumns(Pool pool) {
    Map<String, String> columns = script.columns(table);
    return pool.preparedQuery(
            "SELECT wanted.name, format_type(there.atttypid, there.atttypmod) AS type"
                + " FROM unnest($2::text[], $3::text[]) AS wanted(name, type)"
                + " LEFT JOIN pg_attribute there ON there.attrelid = to_regclass($1)"
                + "   AND there.attname = wanted.name AND NOT there.attisdropped"
                + " WHERE there.atttypid IS DISTINCT FROM wanted.type::regtype::oid")
        .execute(
            Tuple.of(
                table.sql(),
                columns.keySet().toArray(String[]::new),
                columns.values().stream().map(SqlScript::typeOf).toArray(String[]::new)))
        .compose(
            rows -> {
              if (rows.size() == 0) {
                return Future.succeededFuture();
              }
              String what =
                  StreamSupport.stream(rows.spliterator(), false)
                      .map(row -> complaint(row, columns))
                      .collect(Collectors.joining(", "));
              String fix =
                  StreamSupport.stream(rows.spliterator(), false)
                      .map(row -> mend(row, columns))
                      .collect(Collectors.joining("\n"));
              return Future.failedFuture(refusal.apply(what, "run\n" + fix));
            });
  }

  private static String complaint(Row row, Map<String, String> columns) {
    String name = row.getString("name");
    String type = row.getString("type");
    return type == null
        ? "lacks the column " + name
        : "has a column "
            + name
            + " of type "
            + type
            + " instead of "
            + SqlScript.typeOf(columns.get(name));
  }

  private String mend(Row row, Map<String, String> columns) {
    String name = row.getString("name");
    String alter = "ALTER TABLE " + table.sql();
    return row.getString("type") == null
        ? alter + " ADD COLUMN " + name + " " + columns.get(name) + ";"
        : alter + " ALTER COLUMN " + name + " TYPE " + SqlScript.typeOf(columns.get(name)) + ";";
  }

  /** One that is not valid is there for CREATE INDEX IF NOT EXISTS, and for nothing else. */
  private Future<Void> checkIndexes(Pool pool) {
    Map<String, String> indexes = script.indexes(table);
    return pool.preparedQuery(
            "SELECT relname::text AS name, indexrelid::regclass::text AS index"
                + " FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
                + " WHERE indrelid = to_regclass($1) AND NOT indisvalid AND relname = ANY($2)"
                + " ORDER BY relname")
        .execute(Tuple.of(table.sql(), (Object) indexes.keySet().toArray(String[]::new)))
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        refusal.apply(
                            "has indexes that are not valid, because their building was"
                                + " interrupted or is under way: "
                                + String.join(", ", texts(rows, "index")),
                            "wait for whoever builds them, or run\n" + rebuild(rows, indexes))));
  }

  private static String rebuild(RowSet<Row> rows, Map<String, String> indexes) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(
            row ->
                "DROP INDEX " + row.getString("index") + ";\n" + indexes.get(row.getString("name")))
        .collect(Collectors.joining("\n"));
  }

  private Future<Void> checkPrivileges(Pool pool) {
    return pool.preparedQuery(
            "SELECT privilege FROM unnest($2::text[]) AS needed(privilege)"
                + " WHERE NOT has_table_privilege(to_regclass($1), privilege)"
                + " UNION ALL SELECT 'USAGE'"
                + " WHERE NOT coalesce(has_sequence_privilege(to_regclass($3), 'USAGE'), true)")
        .execute(Tuple.of(table.sql(), ofTable().toArray(String[]::new), sequence()))
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        refusal.apply(
                            "may not be used for " + String.join(", ", texts(rows, "privilege")),
                            grants())));
  }

  private List<String> ofTable() {
    return privileges.stream().filter(privilege -> !privilege.equals(USAGE)).toList();
  }

  // Null where it is not needed.
  private String sequence() {
    return privileges.contains(USAGE) ? script.sequence(table).orElse(null) : null;
  }

  private String grants() {
    String to = " TO " + user + ";";
    String grant = "GRANT " + String.join(", ", ofTable()) + " ON " + table.sql() + to;
    return sequence() == null ? grant : grant + "\nGRANT USAGE ON SEQUENCE " + sequence() + to;
  }

  private static List<String> texts(RowSet<Row> rows, String column) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> row.getString(column))
        .toList();
  }
}
