package dev.sluice.chain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How systemd stops units: all at once, except that a unit which is ordered after another stops
 * before it. A unit takes its wait for each {@code ExecStop=} command and once more for the stop
 * itself. There is no poll term.
 *
 * @param units each name once
 * @param given what the layer around systemd grants for all of it, for example a pod's grace
 *     period; empty on a machine
 */
public record OrderedStop(List<StopUnit> units, Optional<Link> given) {

  /**
   * Copies the units.
   *
   * @throws InvalidDeclaration if there is none, a name comes twice, or the ordering has a cycle:
   *     systemd breaks it wherever it likes, so nothing can be said
   */
  public OrderedStop {
    units = List.copyOf(units);
    Objects.requireNonNull(given, "given");
    if (units.isEmpty()) {
      throw new InvalidDeclaration("an ordering without units has no window");
    }
    begins(units);
  }

  /**
   * The real window of each unit from its own SIGTERM to its SIGKILL, in the order of the units:
   * its wait, what the layer around leaves when the units before it and its own {@code ExecStop=}
   * commands have taken all their time, and the timers inside the application.
   */
  public List<RealWindow> windows() {
    Map<String, Long> begins = begins(units);
    List<RealWindow> windows = new ArrayList<>();
    for (StopUnit unit : units) {
      List<Link> terms = new ArrayList<>(List.of(unit.timeout()));
      long spent = sum(begins.get(unit.name()), unit.untilSigterm());
      given.ifPresent(link -> terms.add(left(link, spent)));
      terms.addAll(unit.program().timers());
      windows.add(new RealWindow(unit.program(), terms));
    }
    return List.copyOf(windows);
  }

  /**
   * How long all of it can take, in seconds: the largest along the ordering; {@link
   * StopUnit#UNLIMITED} when a unit has no limit.
   */
  public long total() {
    Map<String, Long> begins = begins(units);
    return units.stream().mapToLong(unit -> ends(unit, begins)).max().orElseThrow();
  }

  /** True when the layer around grants all of it. */
  public boolean fits() {
    return given.filter(link -> link.seconds() < total()).isEmpty();
  }

  /** When each unit's stop begins, each unit once: linear in the units and their orderings. */
  private static Map<String, Long> begins(List<StopUnit> units) {
    Map<String, StopUnit> byName = new LinkedHashMap<>();
    for (StopUnit unit : units) {
      if (byName.put(unit.name(), unit) != null) {
        throw new InvalidDeclaration("two units are called " + unit.name());
      }
    }
    Map<String, Integer> waitingFor = new HashMap<>();
    units.forEach(unit -> known(unit, byName).forEach(it -> waitingFor.merge(it, 1, Integer::sum)));
    Map<String, Long> begins = new LinkedHashMap<>();
    Deque<StopUnit> ready = new ArrayDeque<>();
    units.stream().filter(unit -> !waitingFor.containsKey(unit.name())).forEach(ready::add);
    ready.forEach(unit -> begins.put(unit.name(), 0L));
    int done = 0;
    for (; !ready.isEmpty(); done++) {
      StopUnit unit = ready.remove();
      long end = ends(unit, begins);
      for (String next : known(unit, byName)) {
        begins.merge(next, end, Math::max);
        if (waitingFor.merge(next, -1, Integer::sum) == 0) {
          ready.add(byName.get(next));
        }
      }
    }
    if (done < units.size()) {
      throw new InvalidDeclaration(
          "the units' After= and Before= go round in a circle: " + circle(waitingFor));
    }
    return begins;
  }

  /** The units it is ordered after, as far as they are here, each once. */
  private static List<String> known(StopUnit unit, Map<String, StopUnit> byName) {
    return unit.after().stream().distinct().filter(byName::containsKey).toList();
  }

  private static String circle(Map<String, Integer> waitingFor) {
    List<String> names =
        waitingFor.entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return String.join(", ", names.subList(0, Math.min(names.size(), 5)));
  }

  private static long ends(StopUnit unit, Map<String, Long> begins) {
    return sum(sum(begins.get(unit.name()), unit.untilSigterm()), unit.timeout().seconds());
  }

  private static long sum(long one, long other) {
    return Math.min(StopUnit.UNLIMITED, one + other);
  }

  private static Link left(Link link, long spent) {
    return spent == 0
        ? link
        : new Link(
            link.layer(),
            Math.max(0, link.seconds() - spent),
            link.origin() + ", " + link.seconds() + " less " + spent + " spent before");
  }
}
