package dev.sluice.postgres;

/** What became of the wish to cancel a job. */
public enum Cancellation {
  /** It was waiting; nobody will run it. */
  CANCELLED,
  /** A worker has it, and ends it when it sees the wish, unless the job is done by then. */
  REQUESTED,
  /** It had ended before: it is done, dead or cancelled. Nothing has changed. */
  ENDED,
  /** There is no such job, or it was pruned. */
  UNKNOWN
}
