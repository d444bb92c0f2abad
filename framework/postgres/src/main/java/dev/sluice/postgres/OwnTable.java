package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A table that belongs to Sluice: made on demand, otherwise looked at. What its script says is what
 * is looked for.
 */
final class OwnTable {
  // The same lock as that of the migrations: it is held while a table is made.
  private static final String LOCK =
      "SET LOCAL lock_timeout = '60s'; SET LOCAL client_min_messages = warning;"
          + " SELECT pg_advisory_xact_lock("
          + 0x736c75696365L
          + "); ";

  private final Keys keys;
  private final Address address;
  private final TableName table;
  private final SqlScript script;
  private final List<String> privileges;

  /**
   * Which keys of {@code pipeline.yaml} say what the table is, for messages.
   *
   * @param table its name
   * @param create whether it is made
   */
  record Keys(String table, String create) {

    /** The keys {@code table} and {@code createTable} below another. */
    static Keys of(String key) {
      return new Keys(key + ".table", key + ".createTable");
    }
  }

  /**
   * @param key the key in {@code pipeline.yaml} whose {@code table} and {@code createTable} these
   *     are
   * @param privileges on the table that are needed, such as {@code INSERT}
   */
  OwnTable(
      String key, Address address, TableName table, SqlScript script, List<String> privileges) {
    this(Keys.of(key), address, table, script, privileges);
  }

  /**
   * @param privileges on the table that are needed, such as {@code INSERT}
   */
  OwnTable(Keys keys, Address address, TableName table, SqlScript script, List<String> privileges) {
    this.keys = keys;
    this.address = address;
    this.table = table;
    this.script = script;
    this.privileges = privileges;
  }

  /**
   * Sees to it that the table is there and can be used.
   *
   * @param create make what is missing
   * @return fails with {@link InvalidSetup} naming what is missing, with the statements that mend
   *     it
   */
  Future<Void> prepare(Pool pool, boolean create) {
    return missing(pool)
        .compose(
            missing -> {
              if (missing.isEmpty()) {
                return Future.succeededFuture();
              }
              return create ? create(pool) : Future.failedFuture(isMissing(missing));
            })
        .compose(there -> checkUse(pool));
  }

  /**
   * Looks whether {@link #prepare} would succeed, and makes nothing.
   *
   * @param create whether a run makes what is missing
   * @return what was found; fails with {@link InvalidSetup} as {@link #prepare} does
   */
  Future<String> look(Pool pool, boolean create) {
    return missing(pool)
        .compose(
            missing -> {
              if (missing.isEmpty()) {
                return checkUse(pool).map("may be used");
              }
              return create
                  ? Future.succeededFuture(
                      "there is no " + String.join(" and no ", missing) + " yet; a run makes it")
                  : Future.failedFuture(isMissing(missing));
            });
  }

  private InvalidSetup isMissing(List<String> missing) {
    return refusal(
        "there is no " + String.join(" and no ", missing),
        "set " + keys.create() + ": true, or run\n" + script.forTable(table));
  }

  private Future<Void> checkUse(Pool pool) {
    return checkColumns(pool).compose(good -> checkPrivileges(pool));
  }

  private Future<List<String>> missing(Pool pool) {
    Map<String, String> relations = script.relations(table);
    return pool.preparedQuery(
            "SELECT what FROM unnest($1::text[], $2::text[]) AS r(name, what)"
                + " WHERE to_regclass(name) IS NULL")
        .execute(
            Tuple.of(
                relations.keySet().toArray(String[]::new),
                (Object) relations.values().toArray(String[]::new)))
        .map(rows -> texts(rows, "what"));
  }

  private Future<Void> create(Pool pool) {
    return pool.withTransaction(
            (SqlConnection connection) ->
                connection.query(LOCK + script.forTable(table)).execute().<Void>mapEmpty())
        .recover(
            failure ->
                failure instanceof PgException refused
                    ? Future.failedFuture(
                        refusal(
                            "can't be made: " + refused.getErrorMessage(),
                            "run this as a role that may\n" + script.forTable(table)))
                    : Future.failedFuture(failure));
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
              return Future.failedFuture(refusal(what, "run\n" + fix));
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

  private Future<Void> checkPrivileges(Pool pool) {
    String sequence = script.sequence(table).orElse(null);
    return pool.preparedQuery(
            "SELECT privilege FROM unnest($2::text[]) AS needed(privilege)"
                + " WHERE NOT has_table_privilege(to_regclass($1), privilege)"
                + " UNION ALL SELECT 'USAGE'"
                + " WHERE NOT coalesce(has_sequence_privilege(to_regclass($3), 'USAGE'), true)")
        .execute(Tuple.of(table.sql(), privileges.toArray(String[]::new), sequence))
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        refusal(
                            "may not be used for " + String.join(", ", texts(rows, "privilege")),
                            grants(sequence))));
  }

  private String grants(String sequence) {
    String to = " TO " + address.options().getUser() + ";";
    String grant = "GRANT " + String.join(", ", privileges) + " ON " + table.sql() + to;
    return sequence == null ? grant : grant + "\nGRANT USAGE ON SEQUENCE " + sequence + to;
  }

  private static List<String> texts(RowSet<Row> rows, String column) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> row.getString(column))
        .toList();
  }

  @Override
  public String toString() {
    return "the table " + table;
  }

  private InvalidSetup refusal(String what, String fix) {
    return new InvalidSetup(
        keys.table() + ": " + table + " at " + address + ": " + what + "\nFix: " + fix);
  }
}
