package dev.sluice.config.yaml;

import dev.sluice.config.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A mapping in the order it was written; keys are unique.
 *
 * @param entries in order
 * @param at where it begins
 */
public record YamlMap(List<Entry> entries, Location at) implements YamlNode {

  /** Copies the entries. */
  public YamlMap {
    entries = List.copyOf(entries);
  }

  /**
   * A key and its value.
   *
   * @param key the key's text
   * @param at where the key stands
   * @param value what it maps to
   */
  public record Entry(String key, Location at, YamlNode value) {}

  @Override
  public String kind() {
    return "a mapping";
  }

  /** The entry of a key. */
  public Optional<Entry> entry(String key) {
    return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
  }

  /** The value under a path of keys; empty when a step is missing or not a mapping. */
  public Optional<YamlNode> find(String... path) {
    Optional<YamlNode> found = Optional.of(this);
    for (String key : path) {
      found =
          found
              .filter(YamlMap.class::isInstance)
              .map(YamlMap.class::cast)
              .flatMap(map -> map.entry(key))
              .map(Entry::value);
    }
    return found;
  }

  /**
   * Where the deepest existing step of a path stands: the place to point at when one is missing.
   *
   * @param path keys, and {@code [1]} for the second item of a list
   */
  public Location nearest(String... path) {
    Location nearest = at;
    YamlNode node = this;
    for (String step : path) {
      if (node instanceof YamlMap map && map.entry(step).isPresent()) {
        Entry next = map.entry(step).get();
        nearest = next.at();
        node = next.value();
      } else if (node instanceof YamlList list && list.item(step).isPresent()) {
        node = list.item(step).get();
        nearest = node.at();
      } else {
        return nearest;
      }
    }
    return nearest;
  }

  /** The same mapping with one value set, replaced in its place or added at the end. */
  public YamlMap with(String key, YamlNode value) {
    List<Entry> changed = new ArrayList<>();
    boolean replaced = false;
    for (Entry entry : entries) {
      boolean same = entry.key().equals(key);
      changed.add(same ? new Entry(key, entry.at(), value) : entry);
      replaced |= same;
    }
    if (!replaced) {
      changed.add(new Entry(key, at, value));
    }
    return new YamlMap(changed, at);
  }
}
