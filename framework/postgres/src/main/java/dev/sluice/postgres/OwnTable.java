package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import java.util.List;

/**
 * A table that belongs to Sluice: made and brought to this release's version on demand, otherwise
 * looked at. What its scripts say is what is looked for.
 */
final class OwnTable {
  private final Keys keys;
  private final Address address;
  private final TableName table;
  private final SqlScript script;
  private final TableMigration migration;
  private final TableUse use;

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
    this.migration = new TableMigration(script, table);
    this.use = new TableUse(script, table, privileges, address.options().getUser(), this::refusal);
  }

  /**
   * Sees to it that the table is there, is of a version that this release knows, and can be used.
   *
   * @param create make what is missing, and bring an older table to the newest version
   * @return fails with {@link InvalidSetup} naming what is missing, with the statements that mend
   *     it
   */
  Future<Void> prepare(Pool pool, boolean create) {
    return migration
        .look(pool)
        .compose(
            found -> {
              if (found.version().isBeyond(script.newest())) {
                return Future.failedFuture(isBeyond(found));
              }
              if (found.isComplete()) {
                return Future.succeededFuture();
              }
              return create ? migrate(pool, found) : Future.failedFuture(isBehind(found));
            })
        .compose(there -> use.check(pool));
  }

  /**
   * Looks whether {@link #prepare} would succeed, and makes nothing.
   *
   * @param create whether a run makes what is missing
   * @return what was found; fails with {@link InvalidSetup} as {@link #prepare} does
   */
  Future<String> look(Pool pool, boolean create) {
    return migration
        .look(pool)
        .compose(
            found -> {
              if (found.version().isBeyond(script.newest())) {
                return Future.failedFuture(isBeyond(found));
              }
              if (found.isComplete()) {
                return use.check(pool).map("may be used");
              }
              return create
                  ? Future.succeededFuture(found.lack() + " yet; a run makes it")
                  : Future.failedFuture(isBehind(found));
            });
  }

  private InvalidSetup isBehind(TableMigration.Found found) {
    return refusal(
        found.lack(),
        "set " + keys.create() + ": true, or run\n" + script.since(found.from(), table));
  }

  private InvalidSetup isBeyond(TableMigration.Found found) {
    return refusal(
        "is at version "
            + found.version().number()
            + ", which only releases that know version "
            + found.version().usableFrom()
            + " may work on; this one knows "
            + script.newest(),
        "deploy the newer release, or name another table");
  }

  private Future<Void> migrate(Pool pool, TableMigration.Found found) {
    return migration
        .run(pool)
        .recover(
            failure ->
                failure instanceof PgException refused
                    ? Future.failedFuture(cannotBeMade(refused, found))
                    : Future.failedFuture(failure));
  }

  private InvalidSetup cannotBeMade(PgException refused, TableMigration.Found found) {
    String what = found.from() == 0 ? "made" : "brought to version " + script.newest();
    return refusal(
        "can't be " + what + ": " + refused.getErrorMessage(),
        "run this as a role that may\n" + script.since(found.from(), table));
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
