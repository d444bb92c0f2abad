package dev.sluice.benchmarks.contest;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.contest.ContestFigures.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs races: each contestant in a JVM of its own that lives as long as the contest, one lap of
 * each after the other, round by round, so that whatever else the machine does meets all alike.
 * Used by one thread, which it blocks.
 *
 * @param <R> the races
 * @param <E> who takes part
 * @param <O> what is ordered
 */
public final class Contest<R extends Race<E>, E extends Entrant<O>, O extends LapOrder>
    implements AutoCloseable {
  private final Course<R, E, O> course;
  private final Set<String> prepared = new HashSet<>();
  private final Map<E, ContestantProcess> processes = new LinkedHashMap<>();

  private Contest(Course<R, E, O> course) {
    this.course = course;
  }

  /**
   * Runs races, each with fresh JVMs, but for the shortest runs. Blocks.
   *
   * @param machine where, as it is written beside the figures
   */
  public static <R extends Race<E>, E extends Entrant<O>, O extends LapOrder> ContestFigures run(
      List<R> races, Length length, Machine machine, Course<R, E, O> course) throws Exception {
    List<Outcome> outcomes = new ArrayList<>();
    Contest<R, E, O> contest = new Contest<>(course);
    try {
      for (R race : races) {
        outcomes.add(contest.run(race, length, machine));
        if (length != Length.SMOKE) {
          contest.close();
        }
      }
    } finally {
      contest.close();
    }
    return new ContestFigures(outcomes);
  }

  private Outcome run(R race, Length length, Machine machine) throws Exception {
    if (prepared.add(race.id())) {
      course.prepare(race);
    }
    Map<E, List<Lap>> laps = new LinkedHashMap<>();
    race.entrants().forEach(entrant -> laps.put(entrant, new ArrayList<>()));
    for (int round = length.warmUps() ? -race.warmUps() : 0; round < race.rounds(); round++) {
      for (E entrant : race.entrants()) {
        int takesPart = race.rounds(entrant);
        boolean warms = round < 0 && -round <= (takesPart + 1) / 2;
        if (warms || (round >= 0 && round < takesPart)) {
          Lap lap = lap(race, entrant);
          if (round >= 0) {
            laps.get(entrant).add(lap);
          }
          System.err.printf("%s %d %s %s%n", race.id(), round, entrant, lap);
        }
      }
    }
    return new Standings<>(race, laps).outcome(length.quick(), machine);
  }

  private Lap lap(R race, E entrant) throws Exception {
    ContestantProcess process = processes.get(entrant);
    if (process == null) {
      process = new ContestantProcess(entrant);
      processes.put(entrant, process);
    }
    O order = course.order(race, entrant);
    Lap lap = process.run(order);
    String trouble = lap.ok() ? course.trouble(race, entrant, order) : "";
    return trouble.isEmpty() ? lap : Lap.failed(trouble);
  }

  @Override
  public void close() {
    processes.values().forEach(ContestantProcess::close);
    processes.clear();
  }
}
