package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Reads the values of one section; each that supervisord refuses becomes a remark. */
final class Settings {
  private static final Set<String> TRUE = Set.of("yes", "true", "on", "1");
  private static final Set<String> FALSE = Set.of("no", "false", "off", "0");

  private final IniFile ini;
  private final IniSection section;
  private final Names names;
  private final Remarks remarks;

  Settings(IniFile ini, IniSection section, Names names, Remarks remarks) {
    this.ini = ini;
    this.section = section;
    this.names = names;
    this.remarks = remarks;
  }

  /** The same section where more names may be used. */
  Settings with(Names others) {
    return new Settings(ini, section, others, remarks);
  }

  IniSection section() {
    return section;
  }

  Names names() {
    return names;
  }

  /** A value as it is written, not expanded. */
  Optional<IniValue> raw(String key) {
    return ini.get(section, key);
  }

  /** A value with its names replaced; unread parts stay as they are written. */
  Optional<PercentFormat.Expanded> text(String key) {
    return text(key, UnaryOperator.identity());
  }

  /** A value with its names replaced, and something for unread parts. */
  Optional<PercentFormat.Expanded> text(String key, UnaryOperator<String> unread) {
    return raw(key).flatMap(value -> expand(key, value, value.text(), unread));
  }

  /** Expands what was expanded before, as supervisord does with some values. */
  Optional<PercentFormat.Expanded> expand(
      String key, IniValue value, String text, UnaryOperator<String> unread) {
    try {
      return Optional.of(PercentFormat.expand(text, names, unread));
    } catch (Refused e) {
      refuse(
          key,
          value,
          "can't be expanded, " + e.getMessage(),
          Change.set("correct " + key + ", or write %% for %"));
      return Optional.empty();
    }
  }

  /** A whole number. */
  Setting<BigInteger> integer(String key, long byDefault) {
    return read(
        key,
        BigInteger.valueOf(byDefault),
        text -> PythonText.integer(text, 10),
        text -> "is no whole number",
        text -> Fixes.integer(key, text, byDefault));
  }

  /** A number in octal. */
  void octal(String key) {
    read(
        key,
        BigInteger.ZERO,
        text -> PythonText.integer(text, 8),
        text -> "is no octal number",
        text -> "write " + key + "=022");
  }

  /** A number of bytes: {@code 10}, {@code 10KB}, {@code 10MB}, {@code 10GB}. */
  Setting<BigInteger> bytes(String key) {
    return read(
        key,
        BigInteger.TEN,
        Settings::bytesOf,
        text -> "is no number of bytes",
        text -> "write " + key + "=50MB");
  }

  /** A boolean. */
  Setting<Boolean> flag(String key, boolean byDefault) {
    return read(
        key,
        byDefault,
        text -> {
          String word = text.toLowerCase(Locale.ROOT);
          return TRUE.contains(word)
              ? Optional.of(true)
              : FALSE.contains(word) ? Optional.of(false) : Optional.empty();
        },
        text -> "is neither true nor false",
        text -> "write " + key + "=true or " + key + "=false");
  }

  /**
   * Any value.
   *
   * @param read empty for what supervisord refuses
   * @param problem what is wrong with such a text
   * @param fix what to write in its place
   */
  <T> Setting<T> read(
      String key,
      T byDefault,
      Function<String, Optional<T>> read,
      UnaryOperator<String> problem,
      UnaryOperator<String> fix) {
    Optional<IniValue> written = raw(key);
    if (written.isEmpty()) {
      return Setting.unset(byDefault);
    }
    Optional<PercentFormat.Expanded> text = text(key);
    if (text.isEmpty() || !text.get().known()) {
      return new Setting<>(Optional.empty(), written);
    }
    Optional<T> value = read.apply(text.get().text());
    if (value.isEmpty()) {
      String now = text.get().text();
      refuse(key, written.get(), problem.apply(now), Change.set(fix.apply(now)));
    }
    return new Setting<>(value, written);
  }

  /** Says that supervisord does not start with a value. */
  void refuse(String key, IniValue value, String why, Change fix) {
    remarks.add(
        Check.INVALID_VALUE,
        section,
        value.at(),
        key
            + "="
            + PythonText.quoted(value.text())
            + " "
            + why
            + ": supervisord does not start with it",
        List.of(fix));
  }

  /** Says that supervisord does not start with the section. */
  void refuse(String why, Change fix) {
    remarks.add(
        Check.INVALID_VALUE,
        section,
        section.at(),
        why + ": supervisord does not start with it",
        List.of(fix));
  }

  /** Passes a setting on, and says it when a value that matters can't be known. */
  <T> Setting<T> told(String key, Setting<T> setting, String byDefault) {
    if (setting.value().isEmpty() && text(key).filter(text -> !text.known()).isPresent()) {
      unknown(key, setting.written().orElseThrow(), "supervisord's default of " + byDefault);
    }
    return setting;
  }

  /** Says that supervisord starts, but never this program. */
  void neverStarts(String key, IniValue value, String why) {
    remarks.add(
        Check.INVALID_VALUE,
        section,
        value.at(),
        key + "=" + PythonText.quoted(value.text()) + ": " + why + ", so the program never starts",
        List.of(Change.set("correct " + key)));
  }

  /** Says that a value that matters is only known to the running supervisord. */
  void unknown(String key, IniValue value, String instead) {
    remarks.add(
        Check.UNKNOWN,
        section,
        value.at(),
        key
            + "="
            + PythonText.quoted(value.text())
            + " is only known where supervisord runs; the audit goes on with "
            + instead,
        List.of(
            Change.look("find the variable in the environment that supervisord is started in")));
  }

  private static Optional<BigInteger> bytesOf(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    String front = lower.substring(0, Math.max(0, lower.length() - 2));
    int power =
        lower.endsWith("kb") ? 10 : lower.endsWith("mb") ? 20 : lower.endsWith("gb") ? 30 : 0;
    return PythonText.integer(power == 0 ? lower : front, 10).map(it -> it.shiftLeft(power));
  }
}
