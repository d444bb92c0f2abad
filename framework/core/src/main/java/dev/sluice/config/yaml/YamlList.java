package dev.sluice.config.yaml;

import dev.sluice.config.Location;
import java.util.List;

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
}
