package dev.sluice.audit.supervisord;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * INI files in the dialect of Python's {@code RawConfigParser} as supervisord sets it up: comments
 * with {@code ;} and {@code #}, also behind a value when a blank stands in front; deeper indented
 * lines go on with the value above; keys in any case; a section {@code DEFAULT} that counts for all
 * others. Files that are read one after the other become one.
 */
final class IniFile {
  private static final String HERE = "%(here)s";

  private final Map<String, IniSection> sections = new LinkedHashMap<>();
  private IniSection defaults;
  private final List<Fault> faults = new ArrayList<>();
  private List<Fresh> fresh = new ArrayList<>();

  /**
   * A line that supervisord refuses.
   *
   * @param at where
   * @param message why
   */
  record Fault(Position at, String message) {}

  private record Fresh(IniSection section, String key) {}

  /** Sections in the order of their first header, {@code DEFAULT} not among them. */
  List<IniSection> sections() {
    return List.copyOf(sections.values());
  }

  Optional<IniSection> section(String name) {
    return Optional.ofNullable(sections.get(name));
  }

  /** The section {@code DEFAULT}. */
  Optional<IniSection> defaults() {
    return Optional.ofNullable(defaults);
  }

  /** A section's own value, or that of {@code DEFAULT}. */
  Optional<IniValue> get(IniSection section, String key) {
    return section.get(key).or(() -> defaults().flatMap(it -> it.get(key)));
  }

  List<Fault> faults() {
    return List.copyOf(faults);
  }

  /** Adds a file. */
  void read(SourceText text) {
    new Reader(text).read();
  }

  /** Puts a directory in place of {@code %(here)s} in what was read since the last call. */
  void replaceHere(String directory) {
    for (Fresh one : fresh) {
      one.section()
          .values()
          .computeIfPresent(
              one.key(),
              (key, value) ->
                  value.text().contains(HERE)
                      ? value.with(value.text().replace(HERE, directory))
                      : value);
    }
    fresh = new ArrayList<>();
  }

  private final class Reader {
    private final SourceText source;
    private IniSection section;
    private String key;
    private int indent;
    private boolean headless;
    private final List<String> parts = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();

    Reader(SourceText source) {
      this.source = source;
    }

    void read() {
      String content = source.content();
      int number = 0;
      int from = 0;
      while (from < content.length()) {
        int to = from;
        while (to < content.length() && content.charAt(to) != '\n' && content.charAt(to) != '\r') {
          to++;
        }
        number++;
        line(content.substring(from, to), number);
        boolean both = content.startsWith("\r\n", to);
        from = to + (both ? 2 : 1);
      }
      endValue();
    }

    private void line(String line, int number) {
      int comment = IniComments.start(line);
      String value = PythonText.strip(comment < 0 ? line : line.substring(0, comment));
      if (value.isEmpty()) {
        if (comment < 0 && key != null) {
          goOn("", number);
        }
        return;
      }
      int depth = 0;
      while (PythonText.isSpace(line.charAt(depth))) {
        depth++;
      }
      if (key != null && depth > indent) {
        goOn(value, number);
        return;
      }
      indent = depth;
      endValue();
      int close = value.lastIndexOf(']');
      if (value.charAt(0) == '[' && close > 1) {
        header(value.substring(1, close), number);
      } else if (section == null) {
        if (!headless) {
          headless = true;
          fault(number, "\"" + PythonText.quoted(value) + "\" stands before any [section]");
        }
      } else {
        option(value, number);
      }
    }

    private void header(String name, int number) {
      if (name.equals("DEFAULT")) {
        if (defaults == null) {
          defaults = new IniSection(name, source.at(number));
        }
        section = defaults;
      } else {
        section = sections.computeIfAbsent(name, it -> new IniSection(it, source.at(number)));
      }
    }

    private void option(String value, int number) {
      int delimiter = 0;
      while (delimiter < value.length()
          && value.charAt(delimiter) != '='
          && value.charAt(delimiter) != ':') {
        delimiter++;
      }
      String name = PythonText.rstrip(value.substring(0, delimiter));
      if (delimiter == value.length() || name.isEmpty()) {
        fault(number, "\"" + PythonText.quoted(value) + "\" is neither a [section] nor key=value");
        return;
      }
      key = name.toLowerCase(Locale.ROOT);
      goOn(PythonText.strip(value.substring(delimiter + 1)), number);
    }

    private void goOn(String part, int number) {
      parts.add(part);
      lines.add(number);
    }

    private void endValue() {
      if (key != null) {
        String text = PythonText.rstrip(String.join("\n", parts));
        section.values().put(key, new IniValue(text, source, lines));
        fresh.add(new Fresh(section, key));
      }
      key = null;
      parts.clear();
      lines.clear();
    }

    private void fault(int number, String message) {
      faults.add(new Fault(source.at(number), message));
    }
  }
}
