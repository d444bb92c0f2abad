package dev.sluice.postgres;

import dev.sluice.config.InvalidSetting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of something that Sluice keeps in a table of its own, in a database of its own. */
interface TablePlace {
  /** What {@code url} says in the reference. */
  String URL =
      "Where to connect: postgresql://user:password@host:port/database; sslmode and other"
          + " parameters follow a question mark.";

  /** What {@code passwordFile} says in the reference. */
  String PASSWORD_FILE =
      "File with the password, read for every new connection so that it can be rotated; then none"
          + " stands in the URL.";

  /** What {@code createTable} says in the reference. */
  String CREATE_TABLE = "Make the table when it is missing; otherwise the worker only looks.";

  /** Where the database is and who connects. */
  String url();

  /** A file with the password. */
  Optional<String> passwordFile();

  /** The table's name. */
  String table();

  /** Whether the table is made when it is missing. */
  boolean createTable();

  /**
   * Checks what such settings have in common.
   *
   * @throws InvalidSetting when the URL can't be read or gives a second password, or the table's
   *     name is none
   */
  static void check(String url, Optional<String> passwordFile, String table) {
    Address.withOnePassword(url, passwordFile);
    TableName.of(table);
  }

  /**
   * A client with so many connections at most.
   *
   * @param key of these settings in {@code pipeline.yaml}
   */
  default DatabaseSettings database(String key, int connections) {
    Duration patience = Duration.ofSeconds(5);
    Duration idle = Duration.ofMinutes(1);
    return new DatabaseSettings(
        key, address(), passwordFile(), connections, patience, patience, idle, patience);
  }

  /** The table as the script makes it. */
  default OwnTable ownTable(String key, String script, List<String> privileges) {
    return new OwnTable(key, address(), tableName(), new SqlScript(script), privileges);
  }

  /** The table's name as it is written in statements. */
  default TableName tableName() {
    return TableName.of(table());
  }

  /** Without the password. */
  default String shown() {
    return getClass().getSimpleName() + "[" + address() + ", table=" + table() + "]";
  }

  private Address address() {
    return Address.of(url());
  }
}
