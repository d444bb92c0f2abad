package dev.sluice.testkit.simulation;

/** What must hold after every step of every schedule. */
public enum Invariant {
  /** Nothing is settled that is not processed, or passed over as the policy says. */
  SETTLED_ONLY_WHEN_DONE("nothing is settled before it is done"),
  /** A record is given up only when it has failed alone, often enough, or does not decode. */
  GIVEN_UP_ONLY_AS_ALLOWED("records are given up only as the policy says"),
  /** With the last schedule's restarts everything is processed or passed over as policy says. */
  NOTHING_LOST("nothing is lost"),
  /** As long as nothing is wrong, work goes on. */
  NOT_STUCK("work that can go on goes on"),
  /** No try starts after intake has stopped, in the worker or in a lane that is taken away. */
  NOTHING_STARTS_LATE("nothing starts after intake has stopped"),
  /** Records are given to handlers in the order that the pipeline keeps. */
  ORDER("order is kept"),
  /** Received is settled, passed over, handed back or held. */
  CONSERVATION("every record is accounted for"),
  /** A stop ends by its deadline. */
  STOPPED_IN_TIME("a stop ends by its deadline"),
  /** A stop does not wait longer than its work. */
  STOPPED_PROMPTLY("a stop waits only for its work"),
  /** A try that is done is not called again unless the guarantee table allows it. */
  DONE_ONCE("what is done is done twice only where the guarantees say so"),
  /** No record is inside two tries at once. */
  ONE_TRY_AT_A_TIME("no record is in two tries at once"),
  /** No more tries than configured, no larger chunk than configured. */
  BOUNDED("chunks and tries stay within their bounds"),
  /** What was done in a lane that is gone is never settled. */
  STALE_NEVER_SETTLED("a lane that is gone is never settled"),
  /** Tries do not run past their limit, the revoke's time or the stop's need. */
  CUT_IN_TIME("a try is ended when its time is over"),
  /** A try that was ended accepts nothing any more. */
  DEAD_IS_DEAD("a try that is over changes nothing"),
  /** The exit code says what happened. */
  HONEST_EXIT("the exit code tells the truth"),
  /** The engine keeps the rules of the source's interface. */
  CONTRACT("the source is asked by the rules"),
  /** Nothing throws out of the engine. */
  NO_EXCEPTION("nothing throws out of the engine");

  private final String sentence;

  Invariant(String sentence) {
    this.sentence = sentence;
  }

  /** The invariant as a sentence. */
  public String sentence() {
    return sentence;
  }
}
