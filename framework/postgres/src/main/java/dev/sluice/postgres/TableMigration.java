package dev.sluice.postgres;

import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes a table of Sluice and brings it from version to version. Each step is a transaction that
 * the server finishes even when the starter is gone; a step that has run does nothing the next
 * time.
 */
final class TableMigration {
  // The same lock as that of the migrations. Others wait behind a lock on the table that is waited
  // for, so that is given up soon and asked for again. A step takes as long as it takes.
  private static final String BEGIN =
      "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '60s';"
          + " SET LOCAL client_min_messages = warning;"
          + " SELECT pg_advisory_xact_lock("
          + 0x736c75696365L
          + "); SET LOCAL lock_timeout = '3s'";
  private static final int LOCK_ATTEMPTS = 20;
  private static final String NO_LOCK = "55P03";

  private final SqlScript script;
  private final TableName table;

  TableMigration(SqlScript script, TableName table) {
    this.script = script;
    this.table = table;
  }

  /**
   * What is there.
   *
   * @param missing the table and its sequence in words, where they are missing
   * @param newest the version that this release makes
   */
  record Found(TableVersion version, List<String> missing, int newest) {

    /** Whether nothing is missing; columns are not looked at. */
    boolean isComplete() {
      return missing.isEmpty() && version.number() >= newest;
    }

    /** The version to go on from. */
    int from() {
      return missing.isEmpty() ? version.number() : 0;
    }

    /** What is missing, in words. */
    String lack() {
      return missing.isEmpty()
          ? "is at version " + version.number() + " and not at version " + newest
          : "there is no " + String.join(" and no ", missing);
    }
  }

  /** Looks; changes nothing. */
  Future<Found> look(SqlClient client) {
    Map<String, String> relations = script.relations(table);
    return client
        .preparedQuery(
            "SELECT what, to_regclass(name) IS NOT NULL AS there,"
                + " obj_description(to_regclass(name), 'pg_class') AS comment"
                + " FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS r(name, what, number)"
                + " ORDER BY number")
        .execute(
            Tuple.of(
                relations.keySet().toArray(String[]::new),
                (Object) relations.values().toArray(String[]::new)))
        .map(
            rows -> {
              List<String> missing = new ArrayList<>();
              for (Row row : rows) {
                if (!row.getBoolean("there")) {
                  missing.add(row.getString("what"));
                }
              }
              // The table comes first.
              Row first = rows.iterator().next();
              TableVersion version =
                  first.getBoolean("there")
                      ? TableVersion.of(first.getString("comment"))
                      : TableVersion.NONE;
              return new Found(version, missing, script.newest());
            });
  }

  /** Runs what is missing; those who come at the same time wait for each other. */
  Future<Void> run(Pool pool) {
    return look(pool).compose(found -> run(pool, found.from(), 0, 1));
  }

  private Future<Void> run(Pool pool, int from, int step, int attempt) {
    List<String> steps = script.stepsSince(from, table);
    if (step == steps.size()) {
      return Future.succeededFuture();
    }
    return pool.withConnection(connection -> run(connection, steps.get(step)))
        .compose(
            more -> more ? run(pool, from, step + 1, 1) : Future.succeededFuture(),
            failure ->
                isNoLock(failure) && attempt < LOCK_ATTEMPTS
                    ? run(pool, from, step, attempt + 1)
                    : Future.failedFuture(failure));
  }

  private static boolean isNoLock(Throwable failure) {
    return failure instanceof PgException refused && NO_LOCK.equals(refused.getSqlState());
  }

  // False when somebody else has done everything meanwhile, maybe a newer release: an older step
  // must not run after a newer one.
  private Future<Boolean> run(SqlConnection connection, String step) {
    return connection
        .query(BEGIN)
        .execute()
        .compose(locked -> look(connection))
        .compose(
            found ->
                found.isComplete()
                    ? connection.query("ROLLBACK").execute().map(false)
                    : connection.query(step + "\nCOMMIT").execute().map(true))
        .recover(
            failure ->
                connection
                    .query("ROLLBACK")
                    .execute()
                    .transform(over -> Future.failedFuture(failure)));
  }
}
