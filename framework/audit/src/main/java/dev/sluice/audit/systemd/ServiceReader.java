package dev.sluice.audit.systemd;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Signals;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.audit.systemd.UnitFile.Setting;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Spelling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Applies assignments one after the other: the last that systemd understands holds. */
final class ServiceReader {
  private static final Set<String> KILL_MODES = Set.of("control-group", "process", "mixed", "none");
  private static final Set<String> YES = Set.of("1", "yes", "y", "true", "t", "on");
  private static final Set<String> NO = Set.of("0", "no", "n", "false", "f", "off");

  private final String name;
  private final List<Remark> remarks = new ArrayList<>();
  private final KillSettings kill = new KillSettings();
  private final Map<String, EnvVariable> variables = new LinkedHashMap<>();
  private final List<String> after = new ArrayList<>();
  private final List<String> before = new ArrayList<>();
  private List<Word> command = List.of();
  private Optional<Figure> stopTimeout = Optional.empty();

  ServiceReader(String name) {
    this.name = name;
  }

  /** Takes all of a file, and its remarks; of a main file that systemd refuses only those. */
  void takeMain(UnitFile file) {
    take(file.broken() ? new UnitFile(List.of(), file.remarks(), true) : file);
  }

  /** Takes all of a file, and its remarks. */
  void take(UnitFile file) {
    file.remarks()
        .forEach(it -> remarks.add(about(it.check(), it.at(), it.message(), it.changes())));
    file.settings().forEach(this::take);
  }

  /**
   * The service as it stands.
   *
   * @param unset what holds where no file says anything about the time-out
   */
  Unit unit(Figure unset, Position at) {
    Figure timeout = stopTimeout.orElse(unset);
    kill.remarks(name, timeout, at).forEach(remarks::add);
    return new Unit(
        name,
        command,
        timeout,
        kill.execStops(),
        kill.mode(),
        kill.signal(),
        kill.sendsSigkill(),
        List.copyOf(variables.values()),
        after,
        before,
        remarks,
        at);
  }

  private void take(Setting setting) {
    switch (setting.section()) {
      case "Service" -> service(setting);
      case "Unit" -> ordering(setting);
      default -> elsewhere(setting);
    }
  }

  private void service(Setting setting) {
    switch (setting.key()) {
      case "TimeoutStopSec", "TimeoutSec" -> stopTimeout(setting);
      case "ExecStart" -> execStart(setting);
      case "ExecStop" -> kill.execStop(Words.commands(setting.value(), setting.at()), setting);
      case "KillMode" -> killMode(setting);
      case "KillSignal", "FinalKillSignal", "RestartKillSignal" -> signal(setting);
      case "SendSIGKILL" -> sendsSigkill(setting);
      case "RuntimeMaxSec" -> kill.runtimeMax(setting, TimeSpan.parse(setting.value()));
      case "TimeoutStopFailureMode" -> kill.failureMode(setting);
      case "Environment" -> environment(setting);
      case "EnvironmentFile" -> environmentFile(setting);
      default -> unknown(setting);
    }
  }

  private void stopTimeout(Setting setting) {
    Optional<Duration> span = TimeSpan.parse(setting.value());
    if (checked(setting, span.isPresent(), "30, 5min 20s or infinity")) {
      Duration time = span.orElseThrow();
      stopTimeout =
          Optional.of(Figure.written(time.isZero() ? Figure.UNLIMITED : time, setting.at()));
    }
  }

  private void execStart(Setting setting) {
    List<List<Word>> commands = Words.commands(setting.value(), setting.at());
    if (setting.value().isEmpty()) {
      command = List.of();
    } else {
      checked(setting, !commands.isEmpty(), "a command whose quotes are closed");
    }
    for (List<Word> words : commands) {
      command = withoutPrefix(words);
    }
  }

  private static List<Word> withoutPrefix(List<Word> words) {
    String first = words.get(0).text();
    int from = 0;
    while (from < first.length() && "@-:+!".indexOf(first.charAt(from)) >= 0) {
      from++;
    }
    List<Word> bare = new ArrayList<>(words);
    bare.set(0, new Word(first.substring(from), words.get(0).at()));
    if (first.substring(0, from).contains("@") && bare.size() > 1) {
      bare.remove(1);
    }
    return List.copyOf(bare);
  }

  /** An empty one is the default again. */
  private void killMode(Setting setting) {
    String mode = setting.value().isEmpty() ? "control-group" : setting.value();
    if (checked(setting, KILL_MODES.contains(mode), "control-group or mixed")) {
      kill.mode(setting, mode);
    }
  }

  private void signal(Setting setting) {
    Optional<String> signal = Signals.name(setting.value());
    if (checked(setting, signal.isPresent(), "SIGTERM or SIGQUIT")) {
      kill.signal(setting, signal);
    }
  }

  private void sendsSigkill(Setting setting) {
    String value = setting.value().toLowerCase(Locale.ROOT);
    if (checked(setting, YES.contains(value) || NO.contains(value), "yes or no")) {
      kill.sendsSigkill(setting, YES.contains(value));
    }
  }

  private void environment(Setting setting) {
    if (setting.value().isEmpty()) {
      variables.clear();
    }
    for (Word word : Words.split(setting.value(), setting.at())) {
      int equals = word.text().indexOf('=');
      if (equals > 0) {
        String key = word.text().substring(0, equals);
        Optional<String> value = Optional.of(word.text().substring(equals + 1));
        variables.put(key, new EnvVariable(key, value, word.at()));
      }
    }
  }

  private void environmentFile(Setting setting) {
    if (!setting.value().isEmpty()) {
      say(
          Check.UNKNOWN,
          setting,
          name + " takes variables from " + setting.value() + ", which was not read",
          Change.look("look there for timers of the application"));
    }
  }

  private void ordering(Setting setting) {
    switch (setting.key()) {
      case "After" -> names(setting, after);
      case "Before" -> names(setting, before);
      default -> misplaced(setting);
    }
  }

  private static void names(Setting setting, List<String> names) {
    Words.split(setting.value(), setting.at()).stream()
        .map(Word::text)
        .filter(unit -> !names.contains(unit))
        .forEach(names::add);
  }

  private void elsewhere(Setting setting) {
    if (!setting.section().equals("Install") && !setting.section().startsWith("X-")) {
      misplaced(setting);
    }
  }

  private void misplaced(Setting setting) {
    if (ServiceKeys.OF_STOPS.contains(setting.key())) {
      say(
          Check.UNKNOWN_KEY,
          setting,
          "systemd ignores " + setting.key() + " in [" + setting.section() + "] of " + name,
          Change.set("move it into [Service]"));
    }
  }

  private void unknown(Setting setting) {
    if (ServiceKeys.KNOWN.contains(setting.key()) || setting.key().startsWith("X-")) {
      return;
    }
    Optional<String> meant = Spelling.nearest(setting.key(), ServiceKeys.KNOWN);
    say(
        Check.UNKNOWN_KEY,
        setting,
        "systemd does not know " + setting.key() + "= in [Service] of " + name,
        meant
            .map(key -> Change.set("did you mean " + key + "=" + setting.value() + "?"))
            .orElse(Change.remove("take it out, or call it X-" + setting.key())));
  }

  private boolean checked(Setting setting, boolean valid, String accepted) {
    if (!valid) {
      say(
          Check.INVALID_VALUE,
          setting,
          "systemd ignores "
              + setting.key()
              + "="
              + setting.value()
              + " of "
              + name
              + "; what was set before, or the default, holds",
          Change.set("write for example " + accepted));
    }
    return valid;
  }

  private void say(Check check, Setting setting, String message, Change change) {
    remarks.add(about(check, setting.at(), message, List.of(change)));
  }

  private Remark about(Check check, Position at, String message, List<Change> changes) {
    return new Remark(check, Optional.of(name), at, message, changes);
  }
}
