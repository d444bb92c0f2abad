package dev.sluice.audit.diagnose;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What systemd's journal says of the stop of units. */
final class UnitLog {
  private static final int UNITS = 2_000;
  private static final int LONGEST_NAME = 256;
  private static final List<String> SUFFIXES = List.of(".service", ".scope");
  private static final String MAIN = "Main process exited, code=";

  /** One unit's end as far as the journal tells it. */
  static final class Unit {
    private final String name;
    private Optional<Moment> stopping = Optional.empty();
    private Optional<Evidence> asked = Optional.empty();
    private Optional<Evidence> timedOut = Optional.empty();
    private Optional<Evidence> memory = Optional.empty();
    private Optional<Evidence> main = Optional.empty();
    private Optional<Evidence> result = Optional.empty();
    private Optional<Exit> exit = Optional.empty();
    private Optional<Lasted> lasted = Optional.empty();

    private Unit(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    Optional<Evidence> asked() {
      return asked;
    }

    Optional<Evidence> timedOut() {
      return timedOut;
    }

    Optional<Evidence> memory() {
      return memory;
    }

    Optional<Evidence> main() {
      return main;
    }

    /** {@code Failed with result 'timeout'}: of a start or a stop. */
    Optional<Evidence> timeoutResult() {
      return result;
    }

    Optional<Exit> exit() {
      return exit;
    }

    Optional<Lasted> lasted() {
      return lasted;
    }
  }

  private final Map<String, Unit> units = new LinkedHashMap<>();

  /** Takes a line; false when it says nothing of a unit's end. */
  boolean read(Line line) {
    String text = line.text();
    int manager = text.indexOf("systemd[");
    String message = manager < 0 ? text : afterColon(text, manager);
    Optional<Moment> time = line.stamp().or(() -> Moment.leading(text).map(Moment.Leading::moment));
    if (message.startsWith("Stopping ")) {
      return stopping(message.substring("Stopping ".length()), time, line.evidence());
    }
    int colon = message.indexOf(": ");
    if (colon <= 0 || colon > LONGEST_NAME) {
      return false;
    }
    String name = message.substring(0, colon);
    boolean unit = SUFFIXES.stream().anyMatch(name::endsWith) && name.indexOf(' ') < 0;
    return unit && about(name, message.substring(colon + 2), time, line.evidence());
  }

  /** All units that ended. */
  List<Unit> units() {
    return units.values().stream()
        .filter(
            unit ->
                unit.timedOut.isPresent()
                    || unit.memory.isPresent()
                    || unit.main.isPresent()
                    || unit.result.isPresent())
        .toList();
  }

  /** "Stopping x.service - Orders..." names the unit; older ones give the description only. */
  private boolean stopping(String rest, Optional<Moment> time, Evidence evidence) {
    int end = rest.indexOf(' ');
    String name = end < 0 ? rest : rest.substring(0, end);
    if (SUFFIXES.stream().noneMatch(name::endsWith)) {
      return false;
    }
    unit(name)
        .ifPresent(
            unit -> {
              unit.stopping = time;
              unit.asked = Optional.of(evidence);
              unit.timedOut = Optional.empty();
              unit.main = Optional.empty();
              unit.result = Optional.empty();
              unit.lasted = Optional.empty();
            });
    return true;
  }

  private boolean about(String name, String text, Optional<Moment> time, Evidence evidence) {
    boolean stopTimeout =
        (text.startsWith("State 'stop")
                || text.startsWith("Stopping")
                || text.startsWith("State 'final"))
            && text.contains(" timed out.");
    boolean memory =
        text.contains("killed by the OOM killer") || text.contains("Failed with result 'oom-kill'");
    boolean timeout = text.startsWith("Failed with result 'timeout'");
    boolean main = text.startsWith(MAIN);
    if (!stopTimeout && !memory && !timeout && !main) {
      return false;
    }
    unit(name)
        .ifPresent(
            unit -> {
              if (stopTimeout && unit.timedOut.isEmpty()) {
                unit.timedOut = Optional.of(evidence);
                unit.lasted = lasted(unit, time);
              } else if (memory && unit.memory.isEmpty()) {
                unit.memory = Optional.of(evidence);
              } else if (timeout) {
                unit.result = Optional.of(evidence);
              } else if (main) {
                unit.main = Optional.of(evidence);
                unit.exit = exit(text.substring(MAIN.length()));
                if (unit.lasted.isEmpty()) {
                  unit.lasted = lasted(unit, time);
                }
              }
            });
    return true;
  }

  private static Optional<Lasted> lasted(Unit unit, Optional<Moment> time) {
    return unit.stopping
        .flatMap(start -> time.flatMap(end -> end.since(start)))
        .map(Lasted::exactly);
  }

  /** {@code killed, status=9/KILL} or {@code exited, status=143/n/a}. */
  private static Optional<Exit> exit(String text) {
    String[] parts = text.split("[,=/ ]+", 4);
    if (parts.length < 3 || !parts[1].equals("status")) {
      return Optional.empty();
    }
    int offset = parts[0].equals("exited") ? 0 : 128;
    var number = Exit.number(parts[2]);
    return number.isPresent()
        ? Optional.of(Exit.code(number.getAsInt() + offset))
        : Optional.empty();
  }

  private Optional<Unit> unit(String name) {
    return units.size() >= UNITS && !units.containsKey(name)
        ? Optional.empty()
        : Optional.of(units.computeIfAbsent(name, Unit::new));
  }

  private static String afterColon(String text, int from) {
    int colon = text.indexOf("]: ", from);
    return colon < 0 ? text : text.substring(colon + 3);
  }
}
