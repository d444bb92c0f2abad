package dev.sluice.config.bind;

import dev.sluice.config.yaml.YamlNode;
import java.util.Optional;

/**
 * Binds a type whose form is not that of a plain record.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface NodeBinder<T> {

  /**
   * Binds one node.
   *
   * @param key the full key, for problems
   * @param binder binds what stands below and collects problems
   * @return empty when a problem was noted or something stayed unknown
   */
  Optional<? extends T> bind(YamlNode node, String key, Binder binder);
}
