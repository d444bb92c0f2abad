package dev.sluice.benchmarks.contest;

import java.util.List;
import java.util.Optional;

/**
 * One comparison.
 *
 * @param <E> who may take part
 */
public interface Race<E extends Entrant<?>> {

  /** Names it on the command line and in the results. */
  String id();

  /** What is compared, in a few words. */
  String title();

  /** What is counted, in the plural. */
  String unit();

  /** How many of them there are. */
  int records();

  /** How often everybody runs, after the laps that warm up. */
  int rounds();

  /** How often one of them runs. */
  default int rounds(E entrant) {
    return rounds();
  }

  /** How often everybody runs before it counts; short laps need more of them to be compiled. */
  int warmUps();

  /** Who takes part, Sluice first. */
  List<E> entrants();

  /** Who is everybody's measure; without one it is {@link #theory()}. */
  Optional<E> yardstick();

  /** What can be reached a second where nobody is the measure. */
  default double theory() {
    return 0;
  }

  /** What Sluice is to reach of the yardstick. */
  double target();

  /** The settings that matter, in a few words. */
  String settings();
}
