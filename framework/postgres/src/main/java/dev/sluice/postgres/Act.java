package dev.sluice.postgres;

import dev.sluice.spi.DeadLetter;
import java.time.Duration;

/**
 * What becomes of one claim.
 *
 * @param claim the claim
 * @param kind what
 * @param state the resume state to keep with the job, or null to leave what is there
 * @param againIn after how long the job may be claimed again
 * @param error what went wrong, or null for nothing
 */
@SuppressWarnings("ArrayRecordComponent")
record Act(Claim claim, Kind kind, byte[] state, Duration againIn, String error) {

  /** Makes an error fit for the table: its texts have no character of value 0. */
  Act {
    if (error != null) {
      String kept = error.replace('\0', '\uFFFD');
      error = kept.substring(0, Math.min(kept.length(), DeadLetter.MESSAGE_CHARS));
    }
  }

  /** Nothing went wrong. */
  Act(Claim claim, Kind kind, byte[] state) {
    this(claim, kind, state, Duration.ZERO, null);
  }

  /** What can become of a claim. */
  enum Kind {
    /** The job is done. */
    DONE("done"),
    /** The job is available again, the attempt given back. */
    BACK("back"),
    /** The job has failed and is available again later, the attempt counted. */
    AGAIN("again"),
    /** The job is given up. */
    DEAD("dead"),
    /** The claim goes on. */
    KEEP("keep");

    private final String sql;

    Kind(String sql) {
      this.sql = sql;
    }

    /** As {@link SettleSql#settle()} reads it. */
    String sql() {
      return sql;
    }
  }
}
