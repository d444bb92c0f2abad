package dev.sluice.benchmarks.contest;

/**
 * Who takes part: constants of one enum a subject, so that a JVM finds one by its names.
 *
 * @param <O> what is ordered
 */
public interface Entrant<O extends LapOrder> {

  /** The name of the constant. */
  String name();

  /** What people read. */
  String title();

  /** What its orders are read as. */
  Class<O> orders();

  /** Makes it, in its own JVM. */
  Contestant<O> make();

  /** How often this JVM has committed since the lap began, if that is counted. */
  default long commits() {
    return 0;
  }
}
