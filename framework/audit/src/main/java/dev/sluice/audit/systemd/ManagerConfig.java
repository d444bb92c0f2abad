package dev.sluice.audit.systemd;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.audit.systemd.UnitFile.Setting;
import dev.sluice.audit.text.SourceText;
import dev.sluice.chain.StopUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What system.conf and its drop-ins say about units that say nothing themselves. */
final class ManagerConfig {
  private static final String KEY = "DefaultTimeoutStopSec";

  private ManagerConfig() {}

  /** The time-out of units without one: the last that systemd understands, or its default. */
  static Figure stopTimeout(List<SourceText> texts) {
    String whose = texts.isEmpty() ? "systemd's, if no system.conf sets " + KEY : "systemd's";
    Figure holds = Figure.defaulted(Duration.ofSeconds(StopUnit.SYSTEMD_DEFAULT), whose);
    for (Setting setting : settings(texts)) {
      Optional<Duration> span = TimeSpan.parse(setting.value());
      if (span.isPresent()) {
        holds =
            span.get().isZero()
                ? Figure.unknown(setting.at() + ": " + KEY + "=0 is no time; write infinity")
                : Figure.written(span.get(), setting.at());
      }
    }
    return holds;
  }

  /** Values that systemd ignores. */
  static List<Remark> remarks(List<SourceText> texts) {
    List<Remark> remarks = new ArrayList<>();
    for (Setting setting : settings(texts)) {
      if (TimeSpan.parse(setting.value()).isEmpty()) {
        remarks.add(
            new Remark(
                Check.INVALID_VALUE,
                Optional.empty(),
                setting.at(),
                "systemd ignores "
                    + KEY
                    + "="
                    + setting.value()
                    + "; what was set before, or the default, holds",
                List.of(Change.set("write for example 90s or 5min"))));
      }
    }
    return remarks;
  }

  private static List<Setting> settings(List<SourceText> texts) {
    return texts.stream()
        .flatMap(text -> UnitFile.read(text).settings().stream())
        .filter(it -> it.section().equals("Manager") && it.key().equals(KEY))
        .toList();
  }
}
