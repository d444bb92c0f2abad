package dev.sluice.audit.systemd;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.audit.systemd.UnitFile.Setting;
import dev.sluice.audit.text.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a service does besides waiting, and what of it is worth a remark. */
final class KillSettings {
  private final Map<String, Setting> set = new LinkedHashMap<>();
  private final Map<String, String> signals = new LinkedHashMap<>();
  private int execStops;
  private String mode = "control-group";
  private boolean sendsSigkill = true;
  private Optional<Duration> runtimeMax = Optional.empty();

  int execStops() {
    return execStops;
  }

  String mode() {
    return mode;
  }

  String signal() {
    return signals.getOrDefault("KillSignal", "TERM");
  }

  boolean sendsSigkill() {
    return sendsSigkill;
  }

  /** Adds commands; an empty value takes all back. */
  void execStop(List<List<Word>> commands, Setting setting) {
    execStops = setting.value().isEmpty() ? 0 : execStops + commands.size();
    set.put(setting.key(), setting);
  }

  void mode(Setting setting, String value) {
    mode = value;
    set.put(setting.key(), setting);
  }

  void signal(Setting setting, Optional<String> signal) {
    signal.ifPresent(it -> signals.put(setting.key(), it));
    set.put(setting.key(), setting);
  }

  void sendsSigkill(Setting setting, boolean value) {
    sendsSigkill = value;
    set.put(setting.key(), setting);
  }

  void runtimeMax(Setting setting, Optional<Duration> span) {
    runtimeMax =
        span.filter(it -> !it.isZero() && it.compareTo(Figure.UNLIMITED) < 0)
            .or(() -> span.isPresent() ? Optional.empty() : runtimeMax);
    set.put(setting.key(), setting);
  }

  void failureMode(Setting setting) {
    set.put(setting.key(), setting);
  }

  /** What the kill settings do otherwise than expected. */
  List<Remark> remarks(String name, Figure timeout, Position at) {
    List<Remark> remarks = new ArrayList<>();
    Remarks say = new Remarks(name, at, remarks);
    if (!sendsSigkill) {
      say.about(
          "SendSIGKILL",
          "no SIGKILL follows after "
              + timeout.text()
              + ": a process that does not end stays beside the next start",
          Change.remove("remove SendSIGKILL=no"));
    }
    switch (mode) {
      case "none" ->
          say.about(
              "KillMode",
              "KillMode=none: systemd stops no process at all",
              Change.set("KillMode=mixed or control-group"));
      case "process" ->
          say.about(
              "KillMode",
              "KillMode=process: only the main process is stopped, its children stay",
              Change.set("KillMode=mixed or control-group"));
      default -> {}
    }
    if (execStops > 1) {
      say.about(
          "ExecStop",
          execStops
              + " ExecStop= commands, and the time-out of "
              + timeout.text()
              + " holds for each of them and again for the stop"
              + timeout
                  .granted()
                  .filter(it -> it < Figure.UNLIMITED.toSeconds())
                  .map(it -> ": " + it * (execStops + 1) + " s in all")
                  .orElse(""),
          Change.set("one ExecStop= command, or none where SIGTERM is enough"));
    }
    if (signal().equals("KILL")) {
      say.about(
          "KillSignal",
          "KillSignal=SIGKILL: the program is killed without a warning",
          Change.set("KillSignal=SIGTERM"));
    }
    otherSignals(say, timeout);
    runtimeMax.ifPresent(
        age ->
            say.about(
                "RuntimeMaxSec",
                "RuntimeMaxSec ends the service at an age of "
                    + age.toSeconds()
                    + " s, whatever it does",
                Change.raise("raise it above the longest work, or remove it")));
    return remarks;
  }

  private void otherSignals(Remarks say, Figure timeout) {
    String last = signals.getOrDefault("FinalKillSignal", "KILL");
    if (!last.equals("KILL")) {
      say.about(
          "FinalKillSignal",
          "after " + timeout.text() + " systemd sends SIG" + last + " instead of SIGKILL",
          Change.remove("remove FinalKillSignal="));
    }
    String restart = signals.getOrDefault("RestartKillSignal", signal());
    if (!restart.equals(signal())) {
      say.about(
          "RestartKillSignal",
          "a restart sends SIG" + restart + ", a stop SIG" + signal(),
          Change.set("the signal that the program drains on for both"));
    }
    Setting failure = set.get("TimeoutStopFailureMode");
    if (failure != null && failure.value().equals("abort")) {
      say.about(
          failure.key(),
          "after " + timeout.text() + " systemd sends SIGABRT first and waits once more",
          Change.look("see TimeoutAbortSec="));
    }
  }

  /** Writes a remark at the place of its key. */
  private final class Remarks {
    private final String name;
    private final Position at;
    private final List<Remark> remarks;

    Remarks(String name, Position at, List<Remark> remarks) {
      this.name = name;
      this.at = at;
      this.remarks = remarks;
    }

    void about(String key, String message, Change change) {
      Setting setting = set.get(key);
      remarks.add(
          new Remark(
              Check.UNIT_KILL_SETTINGS,
              Optional.of(name),
              setting == null ? at : setting.at(),
              name + ": " + message,
              List.of(change)));
    }
  }
}
