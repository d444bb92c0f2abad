package dev.sluice.config.bind;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Location;
import dev.sluice.config.Problems;
import dev.sluice.config.Setting;
import dev.sluice.config.yaml.YamlMap;
import dev.sluice.config.yaml.YamlNode;
import dev.sluice.config.yaml.YamlReader;
import dev.sluice.config.yaml.YamlScalar;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Binds mappings to records: known keys, missing keys, defaults, the record's own checks. */
final class RecordBinder {
  private final Binder binder;
  private final Problems problems;
  private final Redaction redaction;

  RecordBinder(Binder binder, Problems problems, Redaction redaction) {
    this.binder = binder;
    this.problems = problems;
    this.redaction = redaction;
  }

  Optional<Object> bind(
      Class<? extends Record> type, YamlNode node, Slot slot, Set<String> ignored) {
    RecordShape shape = new RecordShape(type);
    if (!(node instanceof YamlMap map)) {
      problems.add(
          node.at(),
          slot.key(),
          "is " + node.kind() + "; expected a mapping of " + String.join(", ", shape.keys()));
      return Optional.empty();
    }
    boolean allKnown = refuseUnknownKeys(shape, map, slot, ignored);
    int unknownBefore = binder.unknown();
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : shape.components()) {
      component(shape, component, map, slot).ifPresent(values::add);
    }
    if (values.size() < shape.components().size()) {
      return Optional.empty();
    }
    Optional<Object> created = create(shape, values, map, slot, binder.unknown() > unknownBefore);
    return allKnown ? created : Optional.empty();
  }

  private boolean refuseUnknownKeys(
      RecordShape shape, YamlMap map, Slot slot, Set<String> ignored) {
    List<String> known = new ArrayList<>(shape.keys());
    known.addAll(ignored);
    boolean allKnown = true;
    for (YamlMap.Entry entry : map.entries()) {
      if (!known.contains(entry.key())) {
        allKnown = false;
        problems.add(
            entry.at(),
            slot.entry(entry.key()).key(),
            "unknown key"
                + Suggestion.hint(entry.key(), known)
                + " (known here: "
                + String.join(", ", shape.keys())
                + ")");
      }
    }
    return allKnown;
  }

  private Optional<?> component(
      RecordShape shape, RecordComponent component, YamlMap map, Slot slot) {
    Setting setting = shape.setting(component);
    Slot inner = slot.component(component.getName(), setting);
    Optional<YamlMap.Entry> entry = map.entry(component.getName());
    if (entry.isPresent()) {
      return binder.value(component.getGenericType(), entry.get().value(), inner);
    }
    if (!setting.value().equals(Setting.NONE)) {
      YamlNode byDefault = defaultNode(component.getType(), setting.value(), map.at());
      return binder.value(component.getGenericType(), byDefault, inner);
    }
    if (component.getType() == Optional.class) {
      return Optional.of(Optional.empty());
    }
    problems.add(
        map.at(),
        inner.key(),
        "is missing: "
            + setting.doc()
            + " Accepted: "
            + Binder.accepted(component.getGenericType(), setting));
    return Optional.empty();
  }

  private static YamlNode defaultNode(Class<?> type, String text, Location at) {
    return ScalarType.of(type).isPresent()
        ? new YamlScalar(text, false, at)
        : YamlReader.value(at, text);
  }

  private Optional<Object> create(
      RecordShape shape, List<Object> values, YamlMap map, Slot slot, boolean partlyUnknown) {
    try {
      return Optional.of(shape.create(values));
    } catch (InvalidSetting e) {
      note(partlyUnknown, place(map, e.key()), slot.entry(e.key()).key(), e);
    } catch (IllegalArgumentException | InvalidSetup e) {
      note(partlyUnknown, map.at(), slot.key(), e);
    }
    return Optional.empty();
  }

  private static Location place(YamlMap map, String key) {
    // A key of its own may have dots; only what is none is a path.
    return map.entry(key).isPresent() ? map.nearest(key) : map.nearest(key.split("\\.|(?=\\[)"));
  }

  private void note(boolean partlyUnknown, Location at, String key, RuntimeException refusal) {
    // A record that lacks a value only here may be right where it is deployed.
    if (!partlyUnknown) {
      problems.add(at, key, redaction.clean(String.valueOf(refusal.getMessage())));
    }
  }
}
