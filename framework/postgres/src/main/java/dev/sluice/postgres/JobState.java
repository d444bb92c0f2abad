package dev.sluice.postgres;

import java.util.Locale;

/** The states of a job, as the column {@code state} has them. */
enum JobState {
  AVAILABLE,
  CLAIMED,
  DONE,
  DEAD,
  CANCELLED;

  static JobState of(String sql) {
    return valueOf(sql.toUpperCase(Locale.ROOT));
  }

  /** As it is written in the table. */
  String sql() {
    return name().toLowerCase(Locale.ROOT);
  }
}
