package dev.sluice.testkit.rehearsal;

/** How long the end of a call is kept from the engine, so that an instant can be hit. */
enum Hold {
  /** Not at all. */
  NONE,
  /** Until the handler could see a drain. */
  UNTIL_DRAINING,
  /** Until the engine has given the try up, or the worker is dead. */
  UNTIL_ENDED
}
