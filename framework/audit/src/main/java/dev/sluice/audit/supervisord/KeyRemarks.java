package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Remarks on keys and sections that supervisord passes over without a word. */
final class KeyRemarks {
  private static final Set<String> STOP_KEYS =
      Set.of("stopwaitsecs", "stopsignal", "stopasgroup", "killasgroup");

  private static final Set<String> NUMBERED =
      Set.of("stopwaitsecs", "stopsignal", "stopasgroup", "killasgroup", "numprocs", "priority");

  private final IniFile ini;
  private final Remarks remarks;

  private KeyRemarks(IniFile ini, Remarks remarks) {
    this.ini = ini;
    this.remarks = remarks;
  }

  static void add(IniFile ini, Remarks remarks) {
    KeyRemarks keys = new KeyRemarks(ini, remarks);
    ini.sections().forEach(keys::section);
    ini.defaults().ifPresent(keys::defaults);
  }

  private void section(IniSection section) {
    Optional<SectionKind> kind = SectionKind.of(section.name());
    if (kind.isEmpty()) {
      mistyped(section);
    } else if (kind.get().closed()) {
      section
          .values()
          .forEach(
              (key, value) -> {
                if (!kind.get().keys().containsKey(key)) {
                  unknown(section, kind.get(), key, value);
                }
              });
    }
  }

  private void unknown(IniSection section, SectionKind kind, String key, IniValue value) {
    String start = key + ": supervisord does not know this key here and ignores it";
    if (!kind.runsProcesses() && STOP_KEYS.contains(key)) {
      remarks.add(
          Check.UNKNOWN_KEY,
          section,
          value.at(),
          start + "; it counts only in the section of a program, where " + holds(key),
          List.of(Change.set("write " + key + " into each [program:]")));
      return;
    }
    Optional<String> meant = Spelling.nearest(key, kind.keys().keySet());
    boolean stops = meant.filter(NUMBERED::contains).isPresent() && kind.runsProcesses();
    String message =
        start + meant.map(it -> "; did you mean " + it + "? " + without(section, it)).orElse("");
    remarks.add(
        Check.UNKNOWN_KEY,
        stops ? Level.ERROR : meant.isPresent() ? Level.WARNING : Level.NOTE,
        section,
        value.at(),
        message,
        List.of(
            meant
                .map(it -> Change.set("write " + it + "=" + PythonText.quoted(value.text())))
                .orElse(Change.remove("take " + PythonText.quoted(key) + " away"))));
  }

  private String without(IniSection section, String key) {
    return ini.get(section, key)
        .map(it -> key + "=" + PythonText.quoted(it.text()) + " holds")
        .orElse(
            SectionKind.of(section.name())
                .map(kind -> kind.keys().getOrDefault(key, ""))
                .filter(it -> !it.isEmpty())
                .map(it -> "The default of " + it + unit(key) + " holds")
                .orElse("It is not set"));
  }

  private static String holds(String key) {
    return "the default of " + SectionKind.PROGRAM.keys().get(key) + unit(key) + " holds otherwise";
  }

  private static String unit(String key) {
    return key.endsWith("secs") ? " s" : "";
  }

  private void mistyped(IniSection section) {
    int colon = section.name().indexOf(':');
    String kind = colon < 0 ? section.name() : section.name().substring(0, colon + 1);
    Set<String> starts = new TreeSet<>();
    for (SectionKind known : SectionKind.values()) {
      starts.add(known.start());
    }
    Map<String, IniValue> values = section.values();
    Optional<String> meant =
        Spelling.nearest(PythonText.strip(kind), starts)
            .or(() -> Optional.of("program:").filter(it -> values.containsKey("command")))
            .or(() -> Optional.of("group:").filter(it -> values.containsKey("programs")));
    meant.ifPresent(
        it ->
            remarks.add(
                Check.UNKNOWN_KEY,
                section,
                section.at(),
                "supervisord does not know this section and ignores all of it; did you mean ["
                    + it
                    + (it.endsWith(":") ? name(section, colon) : "")
                    + "]?",
                List.of(
                    Change.set(
                        "write [" + it + (it.endsWith(":") ? name(section, colon) : "") + "]"))));
  }

  private static String name(IniSection section, int colon) {
    return colon < 0 ? "name" : PythonText.quoted(section.suffix());
  }

  private void defaults(IniSection defaults) {
    Set<String> all = new TreeSet<>();
    for (SectionKind kind : SectionKind.values()) {
      all.addAll(kind.keys().keySet());
    }
    defaults
        .values()
        .forEach(
            (key, value) -> {
              Optional<String> meant = Spelling.nearest(key, all);
              if (!all.contains(key) && meant.isPresent()) {
                remarks.add(
                    Check.UNKNOWN_KEY,
                    NUMBERED.contains(meant.get()) ? Level.ERROR : Level.WARNING,
                    defaults,
                    value.at(),
                    key
                        + ": supervisord knows this key in no section and ignores it; did you mean "
                        + meant.get()
                        + "?",
                    List.of(
                        Change.set(
                            "write " + meant.get() + "=" + PythonText.quoted(value.text()))));
              }
            });
  }
}
