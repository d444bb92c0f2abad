package dev.sluice.benchmarks.contest;

/**
 * What the laps are run on: a broker, a database. Used by one thread, which it may block.
 *
 * @param <R> the races it is for
 * @param <E> who takes part
 * @param <O> what is ordered
 */
public interface Course<R extends Race<E>, E extends Entrant<O>, O extends LapOrder> {

  /** Makes ready for a race; called once for each, before its first lap. */
  void prepare(R race) throws Exception;

  /** Makes ready for a lap and says what is to be done in it. */
  O order(R race, E entrant) throws Exception;

  /**
   * Looks, when a lap is over and its contestant has ended, whether everything has been done.
   *
   * @return why the lap does not count, or empty
   */
  String trouble(R race, E entrant, O order) throws Exception;
}
