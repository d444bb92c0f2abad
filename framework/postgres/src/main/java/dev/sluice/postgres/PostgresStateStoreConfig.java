package dev.sluice.postgres;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code pipeline.resumeState.postgres} of {@code pipeline.yaml}.
 *
 * @param url where the database is and who connects
 * @param passwordFile a file with the password, read again for every new connection
 * @param table the table that states are kept in
 * @param createTable whether the table is made when it is missing
 */
public record PostgresStateStoreConfig(
    @Setting(
            doc =
                "Where to connect: postgresql://user:password@host:port/database; sslmode and other"
                    + " parameters follow a question mark.")
        String url,
    @Setting(
            doc =
                "File with the password, read for every new connection so that it can be rotated;"
                    + " then none stands in the URL.")
        Optional<String> passwordFile,
    @Setting(
            doc = "Table that large resume states are kept in, if need be with its schema.",
            value = "sluice_resume_states")
        String table,
    @Setting(
            doc = "Make the table when it is missing; otherwise the worker only looks.",
            value = "false")
        boolean createTable) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration IDLE = Duration.ofMinutes(1);

  /**
   * @throws InvalidSetting when the URL can't be read or gives a second password, or the table's
   *     name is none
   */
  public PostgresStateStoreConfig {
    Address.withOnePassword(url, passwordFile);
    TableName.of(table);
  }

  DatabaseSettings database(String key) {
    return new DatabaseSettings(
        key, Address.of(url), passwordFile, 4, PATIENCE, PATIENCE, IDLE, PATIENCE);
  }

  TableName tableName() {
    return TableName.of(table);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "PostgresStateStoreConfig[" + Address.of(url) + ", table=" + table + "]";
  }
}
