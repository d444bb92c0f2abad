package dev.sluice.postgres;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
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
    @Setting(doc = TablePlace.URL) String url,
    @Setting(doc = TablePlace.PASSWORD_FILE) Optional<String> passwordFile,
    @Setting(
            doc = "Table that large resume states are kept in, if need be with its schema.",
            value = "sluice_resume_states")
        String table,
    @Setting(doc = TablePlace.CREATE_TABLE, value = "false") boolean createTable)
    implements TablePlace {

  /**
   * @throws InvalidSetting when the URL can't be read or gives a second password, or the table's
   *     name is none
   */
  public PostgresStateStoreConfig {
    TablePlace.check(url, passwordFile, table);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return shown();
  }
}
