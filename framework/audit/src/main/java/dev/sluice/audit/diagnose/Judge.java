package dev.sluice.audit.diagnose;

import dev.sluice.chain.Durations;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Weighs what the rules make of a case. One layer that is certain wins; several contradict each
 * other; without one, a single likely layer is named; anything else is open. Pure.
 */
final class Judge {
  private static final List<Reading.Rule> RULES =
      Stream.of(SupervisorRules.ALL, MemoryRules.ALL, PodRules.ALL, UnitRules.ALL, WorkerRules.ALL)
          .flatMap(List::stream)
          .toList();

  private Judge() {}

  static Verdict verdict(Case of) {
    List<Reading> readings = readings(of);
    List<String> conflicts = new ArrayList<>(Conflicts.of(of));
    List<Reading> certain = reasonsFirst(with(readings, Certainty.CERTAIN));
    List<Reading> likely = with(readings, Certainty.LIKELY);
    Optional<String> beyond = Conflicts.beyondGrace(of);
    if (layers(certain).size() > 1) {
      conflicts.add("these contradict each other: " + texts(certain));
    }
    if (certain.isEmpty()) {
      beyond.ifPresent(conflicts::add);
    }
    if (!conflicts.isEmpty()) {
      return open(of, readings, conflicts);
    }
    if (!certain.isEmpty()) {
      return named(of, certain.get(0), readings, beyond);
    }
    if (layers(likely).size() == 1) {
      return named(of, likely.get(0), readings, Optional.empty());
    }
    return open(
        of,
        readings,
        likely.isEmpty() ? List.of() : List.of("each of these fits: " + texts(likely)));
  }

  private static List<Reading> readings(Case of) {
    List<Reading> all = new ArrayList<>();
    RULES.subList(0, RULES.size() - 1).forEach(rule -> rule.apply(of).ifPresent(all::add));
    all.addAll(FingerprintRule.read(of));
    // The weakest of all comes last: its words are used only if nothing has a figure.
    RULES.get(RULES.size() - 1).apply(of).ifPresent(all::add);
    return all;
  }

  private static Verdict named(
      Case of, Reading first, List<Reading> readings, Optional<String> beyond) {
    List<Reading> same =
        readings.stream().filter(reading -> reading.layer() == first.layer()).toList();
    List<String> notes = new ArrayList<>();
    same.stream().map(Reading::notes).forEach(notes::addAll);
    beyond.ifPresent(notes::add);
    notes.addAll(of.notes);
    notes.addAll(notes(of, first.layer()));
    return new Verdict(
        of.subject(),
        first.layer(),
        first.text(),
        first.certainty(),
        Beginning.of(of),
        evidence(of, same),
        Exclusions.of(of, first.layer()),
        notes,
        List.of());
  }

  private static Verdict open(Case of, List<Reading> readings, List<String> reasons) {
    List<String> notes = new ArrayList<>(reasons);
    notes.addAll(of.notes);
    of.cut.ifPresent(said -> notes.add("Before that, " + said.text()));
    return new Verdict(
        of.subject(),
        Layer.UNKNOWN,
        Layer.UNKNOWN.words(),
        Certainty.OPEN,
        Beginning.of(of),
        evidence(of, readings),
        Exclusions.of(of, Layer.UNKNOWN),
        notes,
        Collect.next(of));
  }

  private static List<String> notes(Case of, Layer layer) {
    List<String> notes = new ArrayList<>();
    boolean containerEndedWell = of.containerExit.map(exit -> exit.code() == 0).orElse(false);
    if (layer == Layer.SUPERVISOR && containerEndedWell) {
      notes.add(
          "The container's exit code 0 proves nothing: supervisord ends with 0 after it has killed its"
              + " programs");
    }
    if (of.containerKilledInstead()) {
      notes.add(
          "Its container was killed ("
              + of.containerExit.map(Exit::toString).orElse("")
              + "): that is another process than this one");
    }
    of.cut
        .filter(said -> layer != Layer.APPLICATION_TIMER)
        .ifPresent(said -> notes.add("Before that, " + said.text()));
    boolean cut = !layer.isOwnEnd();
    of.figures
        .task()
        .filter(task -> cut)
        .flatMap(
            task ->
                of.lasted()
                    .filter(lasted -> lasted.most().compareTo(task) < 0)
                    .map(
                        lasted ->
                            "The work may need "
                                + Durations.print(task)
                                + "; it had "
                                + lasted.text()))
        .ifPresent(notes::add);
    return notes;
  }

  private static List<Evidence> evidence(Case of, List<Reading> readings) {
    LinkedHashSet<Evidence> all = new LinkedHashSet<>();
    readings.forEach(reading -> all.addAll(reading.evidence()));
    of.progress.map(DrainLog.Progress::evidence).ifPresent(all::add);
    of.containerExit
        .filter(exit -> of.kind != Case.Kind.CONTAINER)
        .ifPresent(
            exit ->
                all.add(
                    of.container
                        .map(PodRecord.ContainerRecord::evidence)
                        .orElseGet(() -> Evidence.told("container: " + exit))));
    all.addAll(of.exits);
    if (all.isEmpty()) {
      all.addAll(WorkerRules.evidence(of));
    }
    return List.copyOf(all);
  }

  /** What a process does when it is told to stop does not contradict what told it. */
  private static List<Reading> reasonsFirst(List<Reading> certain) {
    boolean reason = certain.stream().anyMatch(reading -> reading.layer().isReason());
    return reason
        ? certain.stream()
            .filter(
                reading ->
                    !reading.layer().isOwnEnd()
                        && reading.layer() != Layer.POD_GRACE
                        && reading.layer() != Layer.GRACE_OVERRIDE)
            .toList()
        : certain;
  }

  private static List<Reading> with(List<Reading> readings, Certainty certainty) {
    return readings.stream().filter(reading -> reading.certainty() == certainty).toList();
  }

  private static List<Layer> layers(List<Reading> readings) {
    return readings.stream().map(Reading::layer).distinct().toList();
  }

  private static String texts(List<Reading> readings) {
    return readings.stream().map(Reading::text).distinct().collect(Collectors.joining("; "));
  }
}
