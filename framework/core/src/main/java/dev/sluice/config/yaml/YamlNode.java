package dev.sluice.config.yaml;

import dev.sluice.config.Location;

/** A piece of a YAML document as it was written. */
public sealed interface YamlNode permits YamlScalar, YamlList, YamlMap {

  /** Where the piece begins. */
  Location at();

  /** What the piece is, for messages: {@code a value}, {@code a list}, {@code a mapping}. */
  String kind();
}
