package dev.sluice.testkit.rehearsal;

/** One instant at which things go wrong. Blocks; called by the thread that runs the command. */
interface Scenario {

  /** What the table calls it. */
  String name();

  /**
   * Plays it on a broker of its own and judges it.
   *
   * @throws Stuck when it can't be played to its end
   */
  <T> Verdict play(Stage<T> stage, Measured measured) throws InterruptedException;
}
