package dev.sluice.postgres;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.util.Optional;

/**
 * {@code pipeline.deadLetter.postgres} of {@code pipeline.yaml}.
 *
 * @param url where the database is and who connects
 * @param passwordFile a file with the password, read again for every new connection
 * @param table the table that letters are written to
 * @param createTable whether the table is made when it is missing
 */
public record PostgresDeadLetterConfig(
    @Setting(doc = TablePlace.URL) String url,
    @Setting(doc = TablePlace.PASSWORD_FILE) Optional<String> passwordFile,
    @Setting(
            doc = "Table that dead letters are written to, if need be with its schema.",
            value = "sluice_dead_letters")
        String table,
    @Setting(doc = TablePlace.CREATE_TABLE, value = "false") boolean createTable)
    implements TablePlace {

  /**
   * @throws InvalidSetting when the URL can't be read or gives a second password, or the table's
   *     name is none
   */
  public PostgresDeadLetterConfig {
    TablePlace.check(url, passwordFile, table);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return shown();
  }
}
