package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import java.util.function.Consumer;

/** What could not be read, and programs whose work nobody declared. */
final class UnknownRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(
        estate,
        container -> {
          container
              .unseen()
              .forEach(
                  unseen ->
                      found.accept(
                          AuditFinding.of(
                                  Check.UNKNOWN,
                                  container.place(),
                                  Rule.anchor(container),
                                  unseen.what() + " is unknown",
                                  Change.look(unseen.whereToLook()))
                              .about(unseen.subject())));
          needs(container, found);
        });
  }

  private static void needs(AuditedContainer container, Consumer<AuditFinding> found) {
    container.programs().stream()
        .filter(program -> program.need().isEmpty())
        .map(AuditedProgram::place)
        .forEach(
            place ->
                found.accept(
                    AuditFinding.of(
                            Check.UNKNOWN,
                            place,
                            Rule.anchor(container),
                            "how long its work takes is unknown: no window can be judged",
                            Change.look(
                                "declare it: --task NAME="
                                    + "DURATION, --task NAME@"
                                    + place.program().or(place::container).orElse(place.workload())
                                    + "=DURATION, or --limits pipeline.yaml"))
                        .about("its work")));
  }
}
