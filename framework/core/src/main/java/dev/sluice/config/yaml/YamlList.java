package dev.sluice.config.yaml;

import dev.sluice.config.Location;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A list.
 *
 * @param items in order
 * @param at where it begins
 */
public record YamlList(List<YamlNode> items, Location at) implements YamlNode {

  /** Copies the items. */
  public YamlList {
    items = List.copyOf(items);
  }

  @Override
  public String kind() {
    return "a list";
  }

  /**
   * An item by its step in a path.
   *
   * @param step {@code [0]} for the first
   */
  Optional<YamlNode> item(String step) {
    return IntStream.range(0, items.size())
        .filter(i -> step.equals("[" + i + "]"))
        .mapToObj(items::get)
        .findFirst();
  }
}
