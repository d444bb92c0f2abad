package dev.sluice.benchmarks.contest;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.contest.ContestFigures.Outcome;
import dev.sluice.benchmarks.contest.ContestFigures.Rival;
import dev.sluice.benchmarks.contest.ContestFigures.Spread;
import dev.sluice.benchmarks.contest.ContestFigures.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who came how far in one race, lap by lap.
 *
 * @param race the race
 * @param laps of each, those that count
 */
record Standings<E extends Entrant<?>>(Race<E> race, Map<E, List<Lap>> laps) {

  Outcome outcome(boolean quick, Machine machine) {
    List<Standing> standings = new ArrayList<>();
    List<Rival> rivals = new ArrayList<>();
    E first = race.entrants().get(0);
    for (E entrant : race.entrants()) {
      standings.add(standing(entrant));
      boolean other = entrant != first && race.yardstick().filter(entrant::equals).isEmpty();
      if (other && trouble(first).isEmpty() && trouble(entrant).isEmpty()) {
        rivals.add(new Rival(entrant.title(), Spread.of(ratios(first, entrant))));
      }
    }
    return new Outcome(
        race.id(),
        race.title(),
        quick,
        machine,
        race.settings(),
        race.unit(),
        race.records(),
        race.yardstick().map(Entrant::title).orElse("in flight / wait"),
        race.target(),
        standings,
        rivals);
  }

  private Standing standing(E entrant) {
    List<Lap> own = laps.get(entrant);
    String trouble = trouble(entrant);
    if (!trouble.isEmpty()) {
      Spread none = new Spread(0, 0, 0);
      return new Standing(entrant.title(), own.size(), none, none, 0, trouble);
    }
    List<Double> ratios =
        race.yardstick()
            .map(yardstick -> ratios(entrant, yardstick))
            .orElseGet(() -> rates(entrant).stream().map(rate -> rate / race.theory()).toList());
    long[] commits = own.stream().mapToLong(Lap::commits).sorted().toArray();
    return new Standing(
        entrant.title(),
        own.size(),
        Spread.of(rates(entrant)),
        Spread.of(ratios),
        commits[commits.length / 2],
        "");
  }

  /** Why somebody has no figures, or empty. */
  private String trouble(E entrant) {
    List<Lap> own = laps.get(entrant);
    Optional<Lap> failed = own.stream().filter(lap -> !lap.ok()).findFirst();
    return own.isEmpty()
        ? "left out: a lap takes it a minute or more"
        : failed.map(Lap::trouble).orElse("");
  }

  /** Each lap of the one by the other's in the same round. */
  private List<Double> ratios(E one, E other) {
    List<Double> rates = rates(one);
    List<Double> measure = rates(other);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(rates.size(), measure.size()); i++) {
      ratios.add(rates.get(i) / measure.get(i));
    }
    return ratios;
  }

  private List<Double> rates(E entrant) {
    return laps.get(entrant).stream().map(lap -> 1e9 * race.records() / lap.nanos()).toList();
  }
}
