package dev.sluice.audit.systemd;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What both say about a unit. */
record UnitAnswer(
    String timeout,
    int execStops,
    String killMode,
    String killSignal,
    boolean sendsSigkill,
    List<String> command,
    Map<String, String> variables,
    Set<String> after,
    Set<String> before) {

  /** What we say. */
  static UnitAnswer of(Unit unit) {
    return new UnitAnswer(
        unit.stopTimeout().value().filter(Figure.UNLIMITED::equals).isPresent()
            ? "infinity"
            : unit.stopTimeout().value().map(Duration::toString).orElse("?"),
        unit.execStops(),
        unit.killMode(),
        "SIG" + unit.killSignal(),
        unit.sendsSigkill(),
        unit.command().stream().map(Word::text).toList(),
        unit.variables().stream()
            .collect(Collectors.toMap(EnvVariable::name, it -> it.value().orElseThrow())),
        new TreeSet<>(unit.after()),
        new TreeSet<>(unit.before()));
  }

  /** What systemd says about each of the names. */
  static Map<String, UnitAnswer> of(List<String> says, Set<String> names) {
    Map<String, UnitAnswer> answers = new TreeMap<>();
    for (int i = 0; i < says.size(); i++) {
      String line = says.get(i).strip();
      if (line.startsWith("-> Unit ") && line.endsWith(":")) {
        String name = line.substring(8, line.length() - 1);
        int end = i + 1;
        while (end < says.size() && !says.get(end).strip().startsWith("-> Unit ")) {
          end++;
        }
        if (names.contains(name)) {
          answers.put(name, new Dump(says.subList(i + 1, end)).answer());
        }
      }
    }
    return answers;
  }

  /** What systemd prints about a unit. */
  private record Dump(List<String> lines) {

    UnitAnswer answer() {
      Map<String, String> variables = new TreeMap<>();
      for (String variable : all("Environment: ")) {
        int equals = variable.indexOf('=');
        variables.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
      String timeout = one("TimeoutStopSec: ");
      return new UnitAnswer(
          timeout.equals("infinity") ? timeout : TimeSpan.parse(timeout).orElseThrow().toString(),
          commands("-> ExecStop:").size(),
          one("KillMode: "),
          one("KillSignal: ").replace("RTMIN+0", "RTMIN"),
          one("SendSIGKILL: ").equals("yes"),
          commands("-> ExecStart:").stream()
              .findFirst()
              .map(it -> Words.split(it, new Position("-", 1, 1)))
              .orElse(List.of())
              .stream()
              .map(Word::text)
              .toList(),
          variables,
          order("After: "),
          order("Before: "));
    }

    private Set<String> order(String label) {
      return all(label).stream()
          .filter(it -> it.endsWith(" (origin-file)") && !it.startsWith("system"))
          .map(it -> it.substring(0, it.indexOf(' ')))
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private String one(String label) {
      return all(label).get(0);
    }

    private List<String> all(String label) {
      return lines.stream()
          .map(String::strip)
          .filter(it -> it.startsWith(label))
          .map(it -> it.substring(label.length()))
          .toList();
    }

    private List<String> commands(String header) {
      List<String> commands = new ArrayList<>();
      boolean inside = false;
      for (String line : lines) {
        String bare = line.strip();
        if (bare.startsWith("-> ")) {
          inside = bare.equals(header);
        } else if (inside && bare.startsWith("Command Line: ")) {
          commands.add(bare.substring("Command Line: ".length()));
        }
      }
      return commands;
    }
  }
}
