package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.PodNeed;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Level;
import dev.sluice.chain.PodStop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The waits of a supervisor's groups, one after the other, against what the pod has. */
final class PodSumRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(
        estate,
        container -> {
          if (container.stop().filter(PodStop::supervised).isPresent()) {
            container
                .podNeed()
                .filter(need -> need.fits().equals(Optional.of(false)))
                .ifPresent(need -> found.accept(finding(container, need)));
          }
        });
  }

  private static AuditFinding finding(AuditedContainer container, PodNeed need) {
    // preStop, one wait per group, supervisord.
    List<String> waits = need.parts().subList(1, need.parts().size() - 1);
    boolean several = waits.size() > 1;
    Check check = several ? Check.SUM_BEYOND_POD : Check.SUPERVISOR_NOT_BELOW_GRACE;
    AuditFinding finding =
        AuditFinding.of(
            check,
            container.place(),
            container.grace().at().or(() -> Rule.anchor(container)),
            needed(need, waits) + " > " + given(container, need),
            changes(container, need, several).toArray(Change[]::new));
    boolean everythingFits =
        container.programs().stream()
            .allMatch(program -> program.need().isPresent() && !program.tooShort());
    return everythingFits && check.level() == Level.ERROR
        ? finding.weighing(Level.WARNING)
        : finding;
  }

  private static String needed(PodNeed need, List<String> waits) {
    return need.parts().get(0)
        + " preStop + "
        + String.join(" + ", waits)
        + " waits + "
        + need.parts().get(need.parts().size() - 1)
        + " for supervisord = "
        + (need.atLeast() ? "at least " : "")
        + Figure.number(need.seconds());
  }

  private static String given(AuditedContainer container, PodNeed need) {
    boolean node = need.given().layer().equals("node cap");
    return need.given().layer()
        + " "
        + (need.givenAtMost() ? "at most " : "")
        + Figure.text(need.given().seconds())
        + " ("
        + (node ? need.given().origin() : container.grace().origin().text())
        + ")";
  }

  private static List<Change> changes(AuditedContainer container, PodNeed need, boolean several) {
    List<Change> changes = new ArrayList<>();
    if (need.seconds() < Figure.UNLIMITED.toSeconds()) {
      changes.add(
          Change.raise(
              "give the pod "
                  + need.seconds()
                  + " s or more (terminationGracePeriodSeconds, and the node)"));
    }
    long preStop = container.stop().map(PodStop::preStop).orElse(0L);
    changes.add(
        several
            ? Change.lower(
                "lower the waits, or put programs that may stop together into one [group:]")
            : Change.lower(
                "lower stopwaitsecs to "
                    + Math.max(0, need.given().seconds() - preStop - 2)
                    + " or less"));
    return changes;
  }
}
