package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of work whose try has failed. Stateless but for the jitter; logs each verdict. */
final class FailurePolicy {
  private static final Logger LOGGER = LoggerFactory.getLogger(FailurePolicy.class);

  /** What to do with failed work. */
  sealed interface Verdict {}

  /** Try again after a pause. */
  record Retry(Duration pause) implements Verdict {}

  /** Settle it unprocessed. */
  record Skip() implements Verdict {}

  /** Stop the lane. */
  record Halt(String reason) implements Verdict {}

  private final EngineSettings settings;
  private final Backoff backoff;

  FailurePolicy(EngineSettings settings, Backoff backoff) {
    this.settings = settings;
    this.backoff = backoff;
  }

  /**
   * Decides.
   *
   * @param work with the failure counted
   * @param cause of the last try
   */
  Verdict judge(LaneRef lane, Work work, Throwable cause) {
    String where = lane.name() + " from position " + work.rest().firstPosition();
    if (work.failures() < settings.attempts()) {
      Duration pause = backoff.after(work.failures());
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.name())
          .addKeyValue("attempt", work.failures())
          .addKeyValue("retryInMs", pause.toMillis())
          .setCause(cause)
          .log("handler {} failed on {}", settings.handler(), where);
      return new Retry(pause);
    }
    String gaveUp =
        "handler "
            + settings.handler()
            + " failed "
            + work.failures()
            + " times on "
            + work.rest().size()
            + " records of "
            + where
            + ", last with "
            + Causes.brief(cause);
    if (settings.skipFailed()) {
      LOGGER.atError().setCause(cause).log("{}: skipped", gaveUp);
      return new Skip();
    }
    LOGGER.atError().setCause(cause).log("{}", gaveUp);
    return new Halt(
        gaveUp + ". Mend the cause and restart, or let such chunks pass with retry.then: skip");
  }

  /**
   * Decides about a record that does not decode.
   *
   * @param record the record alone
   */
  Verdict malformed(LaneRef lane, RawChunk record, Throwable cause) {
    // An Error is the decoder's trouble, not the record's.
    if (settings.skipMalformed() && cause instanceof Exception) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.name())
          .addKeyValue("position", record.firstPosition())
          .log("skipped a record that does not decode: {}", Causes.brief(cause));
      return new Skip();
    }
    return new Halt(
        "record "
            + lane.name()
            + " at position "
            + record.firstPosition()
            + " does not decode: "
            + Causes.brief(cause)
            + ". Mend the decoder, or let such records pass with pipeline.malformed: skip");
  }
}
