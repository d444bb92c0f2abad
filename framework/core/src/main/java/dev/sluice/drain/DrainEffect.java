package dev.sluice.drain;

/** What the shell must do after a transition, in the order given. */
public sealed interface DrainEffect {

  /** Arm the deadline thread, turn readiness off, log the window, tell the handlers. */
  record Announce(StopReason reason) implements DrainEffect {}

  /** Stop delivery of every lane and drop what is only buffered; wake and hand back retries. */
  record StopIntake() implements DrainEffect {}

  /** Arm the timer of the time that the limits need, counted from the stop request. */
  record ArmNeed() implements DrainEffect {}

  /** Report back as soon as no try is running, at once if none is. */
  record AwaitTries() implements DrainEffect {}

  /** End every running try; its last checkpoint counts, the rest is handed back. */
  record CutTries() implements DrainEffect {}

  /** Settle everything done and hand back the rest; arm the timer of the time to settle. */
  record Settle() implements DrainEffect {}

  /** Close source, handlers and services in reverse order; arm the timer of the time to close. */
  record Close() implements DrainEffect {}

  /** Write the drain report. */
  record Report(StopReason reason, DrainOutcome outcome, int exitCode) implements DrainEffect {}

  /** End the process in the ordinary way, so that other libraries' hooks run. */
  record Exit(int exitCode) implements DrainEffect {}

  /** End the process at once, hooks or not. */
  record Halt(int exitCode) implements DrainEffect {}
}
