package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.BindingLink;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Waits that nobody set: stopwaitsecs, TimeoutStopSec, terminationGracePeriodSeconds. */
final class DefaultsRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    for (Subject subject : estate.subjects()) {
      List<AuditedProgram> programs =
          subject.containers().stream()
              .map(AuditedContainer::programs)
              .flatMap(List::stream)
              .toList();
      programs.forEach(program -> supervisor(program, found));
      subject.containers().stream()
          .map(AuditedContainer::grace)
          .filter(Figure::isDefault)
          .findFirst()
          .ifPresent(grace -> found.accept(grace(subject, grace, programs)));
    }
  }

  private static void supervisor(AuditedProgram program, Consumer<AuditFinding> found) {
    program
        .stopwait()
        .filter(Figure::isDefault)
        .ifPresent(
            wait -> {
              boolean systemd = wait.origin().text().contains("systemd");
              String key = systemd ? "TimeoutStopSec" : "stopwaitsecs";
              found.accept(
                  finding(
                      program.place(),
                      program.signal().map(Word::at),
                      key + " is not set: " + wait.text() + ", " + wait.origin().text(),
                      key,
                      List.of(program),
                      BindingLink.Kind.SUPERVISOR));
            });
  }

  private static AuditFinding grace(Subject subject, Figure grace, List<AuditedProgram> programs) {
    return finding(
        subject.place(),
        subject.workload().map(it -> it.podSpec().at()),
        "terminationGracePeriodSeconds is not set: " + grace.text() + ", " + grace.origin().text(),
        "terminationGracePeriodSeconds",
        programs,
        BindingLink.Kind.GRACE);
  }

  private static AuditFinding finding(
      Place place,
      Optional<Position> at,
      String message,
      String key,
      List<AuditedProgram> programs,
      BindingLink.Kind kind) {
    Change change =
        programs.stream()
            .flatMap(program -> program.need().stream())
            .mapToLong(need -> need.seconds())
            .max()
            .stream()
            .mapToObj(need -> Change.set("write " + key + " down; the work needs " + need + " s"))
            .findFirst()
            .orElse(Change.set("write " + key + " down, at least as long as the longest work"));
    AuditFinding finding =
        AuditFinding.of(Check.DEFAULT_IN_FORCE, place, at, message, change).about(key);
    if (programs.stream().anyMatch(program -> program.killedBy(kind))) {
      return finding.killing();
    }
    // Enough for what was declared, but still nobody's choice.
    boolean fits =
        !programs.isEmpty()
            && programs.stream()
                .allMatch(program -> program.need().isPresent() && !program.tooShort());
    return fits ? finding.weighing(Level.NOTE) : finding;
  }
}
