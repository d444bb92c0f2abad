package dev.sluice.audit.model;

import dev.sluice.audit.text.Position;

/**
 * A word of a command line.
 *
 * @param text without quotes
 * @param at where it stands
 */
public record Word(String text, Position at) {
  @Override
  public String toString() {
    return text;
  }
}
