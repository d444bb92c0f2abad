package dev.sluice.config.bind;

import dev.sluice.config.Problems;
import dev.sluice.config.Setting;
import dev.sluice.config.yaml.YamlList;
import dev.sluice.config.yaml.YamlMap;
import dev.sluice.config.yaml.YamlNode;
import dev.sluice.config.yaml.YamlScalar;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Binds YAML to settings records. Problems are collected, never thrown; what can't be bound comes
 * back empty. Belongs to one thread; may read files through placeholders, so it blocks.
 */
public final class Binder {
  private final Problems problems;
  private final Map<Class<?>, NodeBinder<?>> own;
  private final Redaction redaction = new Redaction();
  private final ScalarBinder scalars;
  private final RecordBinder records;

  /**
   * @param interpolation replaces placeholders
   * @param problems where mistakes go
   * @param own types with a form of their own
   */
  public Binder(Interpolation interpolation, Problems problems, Map<Class<?>, NodeBinder<?>> own) {
    this.problems = problems;
    this.own = Map.copyOf(own);
    this.scalars = new ScalarBinder(interpolation, problems, redaction);
    this.records = new RecordBinder(this, problems, redaction);
  }

  /**
   * Binds a record.
   *
   * @param key the full key of the record, empty for the whole file
   * @param ignored keys that are known and left alone
   * @return empty when a problem was noted or something in it stayed unknown
   */
  public <R extends Record> Optional<R> record(
      Class<R> type, YamlNode node, String key, Set<String> ignored) {
    return records.bind(type, node, Slot.top(key), ignored).map(type::cast);
  }

  /** Binds a record all of whose keys must be known; see the other method. */
  public <R extends Record> Optional<R> record(Class<R> type, YamlNode node, String key) {
    return record(type, node, key, Set.of());
  }

  /** Where mistakes go. */
  public Problems problems() {
    return problems;
  }

  /** How many values were left unknown so far. */
  int unknown() {
    return scalars.unknown();
  }

  /** Any value of a component's type. */
  Optional<?> value(Type type, YamlNode node, Slot slot) {
    if (node instanceof YamlScalar scalar && scalar.isNull()) {
      problems.add(node.at(), slot.key(), "has no value; give it one or remove the key");
      return Optional.empty();
    }
    Class<?> raw = raw(type);
    if (own.containsKey(raw)) {
      return own.get(raw).bind(node, slot.key(), this);
    }
    if (raw == Optional.class) {
      return value(argument(type, 0), node, slot).flatMap(Binder::present);
    }
    if (raw == List.class) {
      return list(argument(type, 0), node, slot);
    }
    if (raw == Map.class) {
      return map(argument(type, 1), node, slot);
    }
    Optional<ScalarType> scalar = ScalarType.of(raw);
    return scalar.isPresent()
        ? scalars.bind(scalar.get(), node, slot)
        : records.bind(raw.asSubclass(Record.class), node, slot, Set.of());
  }

  // A bound Optional: present, holding one.
  private static Optional<?> present(Object value) {
    return Optional.of(Optional.of(value));
  }

  private Optional<List<Object>> list(Type itemType, YamlNode node, Slot slot) {
    if (!(node instanceof YamlList list)) {
      problems.add(node.at(), slot.key(), "is " + node.kind() + "; expected a list, as in [a, b]");
      return Optional.empty();
    }
    List<Object> bound = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      value(itemType, list.items().get(i), slot.item(i)).ifPresent(bound::add);
    }
    boolean whole = bound.size() == list.items().size();
    return whole && sized(list.items().size(), node, slot)
        ? Optional.of(List.copyOf(bound))
        : Optional.empty();
  }

  private Optional<Map<String, Object>> map(Type valueType, YamlNode node, Slot slot) {
    if (!(node instanceof YamlMap map)) {
      problems.add(node.at(), slot.key(), "is " + node.kind() + "; expected a mapping");
      return Optional.empty();
    }
    Map<String, Object> bound = new LinkedHashMap<>();
    for (YamlMap.Entry entry : map.entries()) {
      value(valueType, entry.value(), slot.entry(entry.key()))
          .ifPresent(value -> bound.put(entry.key(), value));
    }
    boolean whole = bound.size() == map.entries().size();
    return whole && sized(map.entries().size(), node, slot)
        ? Optional.of(Collections.unmodifiableMap(bound))
        : Optional.empty();
  }

  private boolean sized(int size, YamlNode node, Slot slot) {
    boolean fits = slot.bounds().holdSize(size);
    if (!fits) {
      problems.add(
          node.at(),
          slot.key(),
          "has " + size + " entries; expected " + slot.bounds().words("").substring(2));
    }
    return fits;
  }

  /** What a type accepts, for a key that is missing. */
  static String accepted(Type type, Setting setting) {
    Class<?> raw = raw(type);
    return ScalarType.of(raw)
        .map(scalar -> scalar.accepted() + Bounds.of(setting).words(""))
        .orElse(raw == List.class ? "a list" : "a mapping");
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }
}
