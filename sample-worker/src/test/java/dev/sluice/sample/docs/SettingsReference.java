package dev.sluice.sample.docs;

import dev.sluice.config.DataSize;
import dev.sluice.config.DeadLetterSettings;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.ServiceSettings;
import dev.sluice.config.Setting;
import dev.sluice.config.SourceSettings;
import dev.sluice.config.StateStoreSettings;
import dev.sluice.config.bind.EnumWords;
import dev.sluice.config.load.Providers;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints every key of {@code pipeline.yaml} from the annotations of the settings records. */
final class SettingsReference {
  private final Providers providers;
  private final StringBuilder out = new StringBuilder();

  /** A section that is still to be printed. */
  private record Section(String key, Class<?> type, String doc, boolean placeholders) {}

  private SettingsReference(Providers providers) {
    this.providers = providers;
  }

  /** The reference as Markdown. */
  static String print(Providers providers) {
    SettingsReference reference = new SettingsReference(providers);
    reference.section(new Section("", PipelineConfig.class, "", true));
    return reference.out.toString();
  }

  private void section(Section section) {
    List<Section> below = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (RecordComponent component : section.type().getRecordComponents()) {
      Setting setting = component.getAnnotation(Setting.class);
      String key =
          section.key().isEmpty() ? component.getName() : section.key() + "." + component.getName();
      boolean placeholders = section.placeholders() && setting.placeholders();
      List<Section> inner = sections(component.getGenericType(), key, setting.doc(), placeholders);
      below.addAll(inner);
      if (inner.isEmpty()) {
        rows.add(row(key, component, setting, placeholders));
      }
    }
    heading(section, rows);
    below.forEach(this::section);
  }

  private void heading(Section section, List<String> rows) {
    out.append("\n## ")
        .append(section.key().isEmpty() ? "Top level" : "`" + section.key() + "`")
        .append('\n');
    if (!section.doc().isEmpty()) {
      out.append('\n').append(section.doc()).append('\n');
    }
    if (!rows.isEmpty()) {
      out.append("\n| key | accepted | default | meaning |\n|---|---|---|---|\n");
      rows.forEach(out::append);
    }
  }

  private static String row(
      String key, RecordComponent component, Setting setting, boolean placeholders) {
    String accepted = accepted(component.getGenericType(), setting);
    return "| `"
        + key
        + "` | "
        + accepted
        + (placeholders ? "" : ", no placeholder")
        + " | "
        + byDefault(component, setting)
        + " | "
        + setting.doc()
        + " |\n";
  }

  private static String byDefault(RecordComponent component, Setting setting) {
    if (!setting.value().equals(Setting.NONE)) {
      return "`" + setting.value() + "`";
    }
    return component.getType() == Optional.class ? "none" : "required";
  }

  /** The sections that a component stands for; none when it is a single value. */
  private List<Section> sections(Type type, String key, String doc, boolean placeholders) {
    Class<?> raw = raw(type);
    if (raw == SourceSettings.class) {
      Map<String, Section> kinds = new TreeMap<>();
      providers
          .sources()
          .forEach(
              (name, p) ->
                  kinds.put(
                      name, new Section(key + "." + name, p.configType(), doc, placeholders)));
      return List.copyOf(kinds.values());
    }
    if (raw == DeadLetterSettings.class) {
      Map<String, Section> kinds = new TreeMap<>();
      providers
          .deadLetters()
          .forEach(
              (name, p) ->
                  kinds.put(
                      name, new Section(key + "." + name, p.configType(), doc, placeholders)));
      return List.copyOf(kinds.values());
    }
    if (raw == StateStoreSettings.class) {
      Map<String, Section> kinds = new TreeMap<>();
      providers
          .stateStores()
          .forEach(
              (name, p) ->
                  kinds.put(
                      name, new Section(key + "." + name, p.configType(), doc, placeholders)));
      return List.copyOf(kinds.values());
    }
    if (raw == ServiceSettings.class) {
      Map<String, Section> kinds = new TreeMap<>();
      providers
          .services()
          .forEach(
              (kind, p) ->
                  kinds.put(
                      kind,
                      new Section(
                          key + "." + kind + ".<name>", p.configType(), doc, placeholders)));
      return List.copyOf(kinds.values());
    }
    if (raw == Map.class && raw(argument(type, 1)).isRecord()) {
      return sections(argument(type, 1), key + ".<handler>", doc, placeholders);
    }
    if (raw == List.class && raw(argument(type, 0)).isRecord()) {
      return sections(argument(type, 0), key + "[]", doc, placeholders);
    }
    if (raw == Optional.class) {
      return sections(argument(type, 0), key, doc, placeholders);
    }
    return raw.isRecord() && raw != DataSize.class
        ? List.of(new Section(key, raw, doc, placeholders))
        : List.of();
  }

  private static String accepted(Type type, Setting setting) {
    Class<?> raw = raw(type);
    if (raw == Optional.class) {
      return accepted(argument(type, 0), setting);
    }
    if (raw == List.class) {
      return "a list, each " + accepted(argument(type, 0), setting);
    }
    if (raw == Map.class) {
      return "a mapping, each " + accepted(argument(type, 1), setting);
    }
    if (raw.isEnum()) {
      return EnumWords.shown(raw).stream()
          .map(w -> "`" + w + "`")
          .collect(Collectors.joining(", "));
    }
    return word(raw) + bounds(raw, setting);
  }

  private static String word(Class<?> type) {
    if (type == String.class) {
      return "text";
    }
    if (type == Duration.class) {
      return "duration";
    }
    if (type == DataSize.class) {
      return "size";
    }
    if (type == DeadLetterSettings.class) {
      return "one adapter's name with its settings";
    }
    return type == boolean.class ? "`true`, `false`" : "whole number";
  }

  private static String bounds(Class<?> type, Setting setting) {
    String unit = type == String.class ? " characters" : "";
    boolean min = !setting.min().equals(Setting.NONE);
    boolean max = !setting.max().equals(Setting.NONE);
    if (min && max) {
      return ", " + setting.min() + " to " + setting.max() + unit;
    }
    if (min) {
      return type == String.class && setting.min().equals("1")
          ? ", not empty"
          : ", " + setting.min() + unit + " or more";
    }
    return max ? ", " + setting.max() + unit + " or less" : "";
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }
}
