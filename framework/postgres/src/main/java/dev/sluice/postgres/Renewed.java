package dev.sluice.postgres;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.HashSet;
import java.util.Set;

/**
 * The answer to a renewal.
 *
 * @param ours the tokens that nobody has taken
 * @param kept those of them whose leases are renewed, or need no lease because they have ended; the
 *     others' rows are locked by somebody
 * @param unwanted those of them whose jobs somebody wants to be cancelled
 */
record Renewed(Set<Long> ours, Set<Long> kept, Set<Long> unwanted) {

  /** From the answer to {@link JobsSql#renew()}. */
  static Renewed of(RowSet<Row> rows) {
    Set<Long> ours = new HashSet<>();
    Set<Long> kept = new HashSet<>();
    Set<Long> unwanted = new HashSet<>();
    for (Row row : rows) {
      ours.add(row.getLong("token"));
      if (row.getBoolean("kept")) {
        kept.add(row.getLong("token"));
      }
      if (row.getBoolean("unwanted")) {
        unwanted.add(row.getLong("token"));
      }
    }
    return new Renewed(ours, kept, unwanted);
  }
}
