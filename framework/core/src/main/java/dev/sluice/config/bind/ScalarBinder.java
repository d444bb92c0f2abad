package dev.sluice.config.bind;

import dev.sluice.config.Problems;
import dev.sluice.config.bind.Interpolation.Resolved;
import dev.sluice.config.yaml.YamlNode;
import dev.sluice.config.yaml.YamlScalar;
import java.util.Optional;

/** Turns single values into typed ones. Belongs to one thread. */
final class ScalarBinder {
  private final Interpolation interpolation;
  private final Problems problems;
  private final Redaction redaction;
  private int unknown;

  ScalarBinder(Interpolation interpolation, Problems problems, Redaction redaction) {
    this.interpolation = interpolation;
    this.problems = problems;
    this.redaction = redaction;
  }

  /** How many values were left unknown so far. */
  int unknown() {
    return unknown;
  }

  /** The typed value; empty when it is unknown or a problem was noted. */
  Optional<Object> bind(ScalarType type, YamlNode node, Slot slot) {
    String accepted = type.accepted() + slot.bounds().words(unit(type));
    if (!(node instanceof YamlScalar scalar)) {
      problems.add(node.at(), slot.key(), "is " + node.kind() + "; expected " + accepted);
      return Optional.empty();
    }
    if (!slot.placeholders() && scalar.text().contains(Interpolation.OPEN)) {
      problems.add(
          scalar.at(),
          slot.key(),
          "'"
              + Redaction.shown(scalar.text())
              + "' can't be a placeholder: Helm computes the grace period from this figure and"
              + " doesn't know the worker's environment; write the figure itself");
      return Optional.empty();
    }
    Resolved resolved = interpolation.resolve(scalar.text());
    if (resolved.state() == Interpolation.State.INVALID) {
      problems.add(scalar.at(), slot.key(), resolved.text());
      return Optional.empty();
    }
    if (resolved.state() == Interpolation.State.UNKNOWN) {
      unknown++;
      return Optional.empty();
    }
    return typed(type, scalar, resolved, slot, accepted);
  }

  private Optional<Object> typed(
      ScalarType type, YamlScalar scalar, Resolved resolved, Slot slot, String accepted) {
    boolean replaced = resolved.state() == Interpolation.State.REPLACED;
    redaction.remember(resolved.text(), replaced || slot.secret());
    try {
      Object value = type.parser().apply(resolved.text());
      if (slot.bounds().hold(value, type)) {
        return Optional.of(value);
      }
    } catch (IllegalArgumentException | ArithmeticException notOfThatType) {
      // Told below, without the parser's own words: they could hold the value.
    }
    problems.add(scalar.at(), slot.key(), shown(scalar, replaced, slot) + " is not " + accepted);
    return Optional.empty();
  }

  private static String shown(YamlScalar scalar, boolean replaced, Slot slot) {
    if (replaced) {
      return "what '" + Redaction.shown(scalar.text()) + "' stands for";
    }
    return slot.secret() ? "the value (a secret)" : "'" + Redaction.shown(scalar.text()) + "'";
  }

  private static String unit(ScalarType type) {
    return ScalarType.of(String.class).equals(Optional.of(type)) ? "characters" : "";
  }
}
