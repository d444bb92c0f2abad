package dev.sluice.config;

/**
 * One mistake in a configuration file.
 *
 * @param at where it stands
 * @param key the full key, for example {@code pipeline.chunk.records}; empty when no key is meant
 * @param text the value, what is wrong with it and what is accepted
 */
public record ConfigProblem(Location at, String key, String text) {

  @Override
  public String toString() {
    return at + ": " + (key.isEmpty() ? "" : key + ": ") + text;
  }
}
