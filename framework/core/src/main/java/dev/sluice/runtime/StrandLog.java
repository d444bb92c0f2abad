package dev.sluice.runtime;

import dev.sluice.chain.Durations;
import dev.sluice.config.OnFailure;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Attempt;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says of tries that went wrong, and the reasons for which lanes stop. */
final class StrandLog {
  private static final Logger LOGGER = LoggerFactory.getLogger(Strand.class);

  private final LaneRef lane;
  private final TaskSettings task;
  private final FailureSettings failures;

  StrandLog(LaneRef lane, LaneParts<?> parts) {
    this.lane = lane;
    this.task = parts.task();
    this.failures = parts.settings().failures();
  }

  private String where(Work work) {
    return lane.name() + " from position " + work.rest().firstPosition();
  }

  void retry(Work work, Duration pause, Throwable cause) {
    if (LOGGER.isWarnEnabled()) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.name())
          .addKeyValue("attempt", work.failures())
          .addKeyValue("retryInMs", pause.toMillis())
          .setCause(cause)
          .log("handler {} failed on {}", task.handler(), where(work));
    }
  }

  void fenced(Work work, Throwable cause) {
    if (LOGGER.isWarnEnabled()) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.name())
          .log(
              "a transaction of handler {} on {} was refused: {}",
              task.handler(),
              where(work),
              Causes.brief(cause));
    }
  }

  /** A record that stands alone goes back to its source. */
  void later(Work work, Duration pause, Throwable cause) {
    if (LOGGER.isWarnEnabled()) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.name())
          .addKeyValue("attempt", attempts(work))
          .addKeyValue("retryInMs", pause.toMillis())
          .setCause(cause)
          .log("handler {} failed on {}; it is put back", task.handler(), record(work));
    }
  }

  private static int attempts(Work work) {
    return work.rest().attempt(0).map(Attempt::number).orElse(work.failures());
  }

  void split(Work work, Duration pause, Throwable cause) {
    if (LOGGER.isWarnEnabled()) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.name())
          .addKeyValue("attempt", work.failures())
          .addKeyValue("retryInMs", pause.toMillis())
          .log(
              "handler {} failed on {}; its {} records are split to find the failing one: {}",
              task.handler(),
              where(work),
              work.size(),
              Causes.brief(cause));
    }
  }

  /** The reason, logged unless the lane stops, which logs it. */
  String givenUp(Work work, OnFailure how, Throwable cause) {
    return say(failed(work, cause), how, cause, "retry.then");
  }

  /** What has happened to a record that stands alone. */
  String failed(Work work, Throwable cause) {
    return "handler "
        + task.handler()
        + " failed "
        + attempts(work)
        + (attempts(work) == 1 ? " time on " : " times on ")
        + record(work)
        + ", last with "
        + Causes.brief(cause);
  }

  String rejected(Work work, OnFailure how, Throwable cause) {
    String rejected =
        "handler " + task.handler() + " rejected " + record(work) + ": " + Causes.brief(cause);
    return say(rejected, how, cause, "retry.then");
  }

  String malformed(Work work, OnFailure how, Throwable cause) {
    return say(record(work) + " does not decode: " + Causes.brief(cause), how, null, "malformed");
  }

  String missingId(Work work, OnFailure how) {
    String what =
        record(work)
            + " has no message id, by which the transaction of handler "
            + task.handler()
            + " would know it again";
    return how == OnFailure.STOP
        ? what
            + ". Take it out and restart, have its publisher give it one, or let such records pass"
            + " with another missingId under pipeline.source"
        : what;
  }

  private String record(Work work) {
    return "record " + lane.name() + " at position " + work.rest().firstPosition();
  }

  private String say(String what, OnFailure how, Throwable cause, String key) {
    if (how == OnFailure.SKIP) {
      LOGGER.atError().addKeyValue("lane", lane.name()).setCause(cause).log("{}: skipped", what);
    } else if (how == OnFailure.STOP && cause != null) {
      LOGGER.atError().addKeyValue("lane", lane.name()).setCause(cause).log("{}", what);
    }
    return how == OnFailure.STOP
        ? what
            + ". Mend the cause and restart, or let such records pass with pipeline."
            + key
            + ": deadLetter or skip"
        : what;
  }

  void buried(Work work, Throwable cause) {
    LOGGER
        .atError()
        .addKeyValue("lane", lane.name())
        .addKeyValue("position", work.rest().firstPosition())
        .addKeyValue("attempts", attempts(work))
        .log("{} is dead-lettered: {}", record(work), Causes.brief(cause));
  }

  /** Without a letter: the source keeps it. */
  void dead(Work work, Throwable cause) {
    LOGGER
        .atError()
        .addKeyValue("lane", lane.name())
        .addKeyValue("position", work.rest().firstPosition())
        .addKeyValue("attempts", attempts(work))
        .log("{} is kept as dead: {}", record(work), Causes.brief(cause));
  }

  String notBuried(Work work, Throwable cause, Throwable failure) {
    return "the dead letter of "
        + record(work)
        + " can't be written ("
        + Causes.brief(failure)
        + "); the record stays unsettled. It failed with "
        + Causes.brief(cause);
  }

  void delayed(Work work, Duration delay, Throwable cause) {
    if (LOGGER.isWarnEnabled()) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.name())
          .addKeyValue("position", work.rest().firstPosition())
          .addKeyValue("retryInMs", delay.toMillis())
          .log("{}: it comes again in {}", failed(work, cause), Durations.print(delay));
    }
  }

  String notDelayed(Work work, Throwable cause, Throwable failure) {
    return record(work)
        + " can't be kept for a later retry ("
        + Causes.brief(failure)
        + "); it stays unsettled. It failed with "
        + Causes.brief(cause);
  }

  String ceiling(String reason) {
    return ceiling("dead letters", reason);
  }

  /** As {@link #ceiling(String)}, on a lane whose records may come again later. */
  String ceilingOfDelays(String reason) {
    return ceiling("delayed retries and dead letters", reason);
  }

  private String ceiling(String what, String reason) {
    return "more than "
        + failures.ceiling()
        + " "
        + what
        + " of "
        + lane.name()
        + " within "
        + failures.ceilingPer()
        + " look like an outage, not like poison. The next one: "
        + reason
        + ". Mend the cause and restart, or raise pipeline.retry.ceiling";
  }

  void failedWhileEnding(Throwable cause) {
    LOGGER
        .atWarn()
        .addKeyValue("lane", lane.name())
        .log(
            "a try failed on a lane that ends; its records are handed back: {}",
            Causes.brief(cause));
  }

  void failedAfterAll(Throwable cause) {
    LOGGER
        .atWarn()
        .addKeyValue("lane", lane.name())
        .setCause(cause)
        .log("a handler failed after all its records had ended");
  }

  void limitReached(TryProgress<?> expired) {
    String trace =
        Arrays.stream(expired.stack())
            .map(frame -> "\n    at " + frame)
            .collect(Collectors.joining());
    LOGGER
        .atError()
        .addKeyValue("lane", lane.name())
        .addKeyValue("ageMs", expired.age().toMillis())
        .log(
            "handler {} ran past its limit of {}; the try is abandoned{}",
            task.handler(),
            task.limit(),
            trace);
  }
}
