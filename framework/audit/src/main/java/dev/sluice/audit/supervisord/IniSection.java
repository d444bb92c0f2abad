package dev.sluice.audit.supervisord;

import dev.sluice.audit.text.Position;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A section of an INI file; sections of one name are one, and of one key the last value counts. */
final class IniSection {
  private final String name;
  private final Position at;
  private final Map<String, IniValue> values = new LinkedHashMap<>();

  IniSection(String name, Position at) {
    this.name = name;
    this.at = at;
  }

  String name() {
    return name;
  }

  /** Where it stands first. */
  Position at() {
    return at;
  }

  /** What stands behind the first colon of its name: {@code export} of {@code program:export}. */
  String suffix() {
    return name.substring(name.indexOf(':') + 1);
  }

  Map<String, IniValue> values() {
    return values;
  }

  Optional<IniValue> get(String key) {
    return Optional.ofNullable(values.get(key));
  }
}
