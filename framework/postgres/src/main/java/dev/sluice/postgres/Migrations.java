package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * Brings a database's tables up to date with numbered SQL files of the class path. Each file runs
 * once, in a transaction of its own together with the row in {@code sluice_migrations} that
 * remembers it; so a killed start leaves no half file behind. Starters that come at the same time
 * wait for each other.
 *
 * <pre>{@code
 * private final Migrations migrations = Migrations.in(getClass().getClassLoader(), "db/flights");
 *
 * public Future<Void> open() {
 *   return migrations.apply(pool);
 * }
 * }</pre>
 */
public final class Migrations {
  // One for all sets: the table itself is made under it, too.
  private static final long LOCK = 0x736c75696365L;
  private static final String LOCK_WITHIN = "60s";

  private final List<Migration> files;
  private final String set;

  private Migrations(String set, List<Migration> files) {
    this.set = set;
    this.files = files;
  }

  /**
   * Reads the files of a set, {@code V1__what_it_does.sql} and so on. Reads from the class path:
   * meant for the constructor of a handler.
   *
   * @param loader sees the files
   * @param set the directory they lie in, without slashes at the ends; also the name under which
   *     {@code sluice_migrations} keeps them
   * @throws InvalidSetup when there is no file, a name has another form, or a number is given twice
   */
  public static Migrations in(ClassLoader loader, String set) {
    return new Migrations(set, new MigrationFiles(loader, set).read());
  }

  /**
   * Runs what has not run yet, in order. Never blocks; takes one connection of the pool. Waits at
   * most 60 s for another starter or for a locked table. Fails with {@link InvalidSetup} naming the
   * file when one fails, when one that has run was changed or is missing, or when a new one has a
   * lower number than one that has run.
   *
   * @param pool connects to the database
   */
  public Future<Void> apply(Pool pool) {
    return pool.withTransaction(this::applyNext)
        .compose(applied -> applied ? apply(pool) : Future.succeededFuture());
  }

  // One file a transaction; false when there was none left.
  private Future<Boolean> applyNext(SqlConnection connection) {
    return connection
        .query(
            "SET LOCAL lock_timeout = '"
                + LOCK_WITHIN
                + "'; SET LOCAL client_min_messages = warning; SELECT pg_advisory_xact_lock("
                + LOCK
                + "); CREATE TABLE IF NOT EXISTS sluice_migrations ("
                + "set_name text NOT NULL, version integer NOT NULL, file text NOT NULL,"
                + " checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),"
                + " PRIMARY KEY (set_name, version))")
        .execute()
        .recover(failure -> Future.failedFuture(explain("migrations of " + set, failure)))
        .compose(locked -> applied(connection))
        .compose(
            applied -> {
              Optional<Migration> next = MigrationHistory.next(set, files, applied);
              return next.map(migration -> apply(connection, migration).map(true))
                  .orElse(Future.succeededFuture(false));
            });
  }

  private Future<List<MigrationHistory.Applied>> applied(SqlConnection connection) {
    return connection
        .preparedQuery(
            "SELECT version, file, checksum FROM sluice_migrations WHERE set_name = $1"
                + " ORDER BY version")
        .execute(Tuple.of(set))
        .map(
            rows ->
                rows.stream()
                    .map(
                        row ->
                            new MigrationHistory.Applied(
                                row.getInteger("version"),
                                row.getString("file"),
                                row.getString("checksum")))
                    .toList());
  }

  private Future<Void> apply(SqlConnection connection, Migration migration) {
    // A plain query may hold many statements; a prepared one only one.
    return connection
        .query(migration.sql())
        .execute()
        .recover(
            failure ->
                Future.failedFuture(
                    explain("migration " + migration.path() + place(migration, failure), failure)))
        .compose(
            done ->
                connection
                    .preparedQuery(
                        "INSERT INTO sluice_migrations (set_name, version, file, checksum)"
                            + " VALUES ($1, $2, $3, $4)")
                    .execute(
                        Tuple.of(set, migration.version(), migration.file(), migration.checksum())))
        .mapEmpty();
  }

  private static String place(Migration migration, Throwable failure) {
    if (!(failure instanceof PgException refused) || refused.getPosition() == null) {
      return "";
    }
    int position = Integer.parseInt(refused.getPosition());
    long line =
        migration.sql().codePoints().limit(position - 1).filter(point -> point == '\n').count() + 1;
    return ", line " + line;
  }

  private static Throwable explain(String what, Throwable failure) {
    if (failure instanceof PgException refused) {
      String hint = refused.getHint() == null ? "" : "\nHint: " + refused.getHint();
      return new InvalidSetup(
          what + ": " + refused.getErrorMessage() + " (" + refused.getSqlState() + ")" + hint,
          refused);
    }
    return failure;
  }
}
