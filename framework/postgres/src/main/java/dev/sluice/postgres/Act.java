package dev.sluice.postgres;

/**
 * What becomes of one claim.
 *
 * @param claim the claim
 * @param kind what
 * @param state the resume state to keep with the job, or null to leave what is there
 */
@SuppressWarnings("ArrayRecordComponent")
record Act(Claim claim, Kind kind, byte[] state) {

  /** What can become of a claim. */
  enum Kind {
    /** The job is done. */
    DONE("done"),
    /** The job is available again, the attempt given back. */
    BACK("back"),
    /** The claim goes on. */
    KEEP("keep");

    private final String sql;

    Kind(String sql) {
      this.sql = sql;
    }

    /** As {@link JobsSql#settle()} reads it. */
    String sql() {
      return sql;
    }
  }
}
