package dev.sluice.audit.diagnose;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What ended one worker.
 *
 * @param subject who was ended: {@code program export}, {@code pod orders-1, container main}
 * @param layer what ended it
 * @param text the layer with its figure
 * @param certainty how much that can be relied on
 * @param startedBy what began the stop, where that is known
 * @param evidence what it rests on
 * @param rulesOut what the evidence excludes, with figures
 * @param notes what else follows: contradictions, figures that are not in force
 * @param collect what to collect next; empty unless the verdict is open
 */
public record Verdict(
    String subject,
    Layer layer,
    String text,
    Certainty certainty,
    Optional<String> startedBy,
    List<Evidence> evidence,
    List<String> rulesOut,
    List<String> notes,
    List<String> collect) {

  /** Copies the lists. */
  public Verdict {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(layer, "layer");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(certainty, "certainty");
    Objects.requireNonNull(startedBy, "startedBy");
    evidence = List.copyOf(evidence);
    rulesOut = List.copyOf(rulesOut);
    notes = List.copyOf(notes);
    collect = List.copyOf(collect);
  }
}
