package dev.sluice.audit.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What one rule makes of a case.
 *
 * @param layer what it names
 * @param certainty certain or likely
 * @param text the layer with its figure
 * @param evidence what it rests on
 * @param notes what else follows
 */
record Reading(
    Layer layer, Certainty certainty, String text, List<Evidence> evidence, List<String> notes) {

  /** A rule: empty when it has nothing to say of a case. */
  interface Rule extends Function<Case, Optional<Reading>> {}

  Reading {
    evidence = List.copyOf(evidence);
    notes = List.copyOf(notes);
  }

  static Reading certain(Layer layer, String text, List<Evidence> evidence) {
    return new Reading(layer, Certainty.CERTAIN, text, evidence, List.of());
  }

  static Reading likely(Layer layer, String text, List<Evidence> evidence) {
    return new Reading(layer, Certainty.LIKELY, text, evidence, List.of());
  }

  Reading noting(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new Reading(layer, certainty, text, evidence, more);
  }
}
