package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Position;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects remarks, each once: a program in two groups is read twice. */
final class Remarks {
  private final Set<Remark> all = new LinkedHashSet<>();

  List<Remark> list() {
    return new ArrayList<>(all);
  }

  /** Adds one about a file. */
  void add(Check check, Position at, String message, List<Change> changes) {
    all.add(new Remark(check, Optional.empty(), at, message, changes));
  }

  /** Adds one about a section, which the message names. */
  void add(Check check, IniSection section, Position at, String message, List<Change> changes) {
    add(check, check.level(), section, at, message, changes);
  }

  /** Adds one about a section, with a weight of its own. */
  void add(
      Check check,
      Level level,
      IniSection section,
      Position at,
      String message,
      List<Change> changes) {
    all.add(
        new Remark(
            check,
            level,
            SectionKind.of(section.name())
                .filter(SectionKind::runsProcesses)
                .map(kind -> PythonText.strip(section.suffix())),
            at,
            "[" + PythonText.quoted(section.name()) + "] " + message,
            changes));
  }
}
