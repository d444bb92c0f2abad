package dev.sluice.config.yaml;

import dev.sluice.config.Location;
import java.util.Set;

/**
 * A single value, kept as text: {@code 010} stays {@code 010}.
 *
 * @param text the value without quotes
 * @param plain whether it was written without quotes
 * @param at where it stands
 */
public record YamlScalar(String text, boolean plain, Location at) implements YamlNode {
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  /** Whether YAML reads it as "no value". */
  public boolean isNull() {
    return plain && NULLS.contains(text);
  }

  @Override
  public String kind() {
    return "a value";
  }
}
