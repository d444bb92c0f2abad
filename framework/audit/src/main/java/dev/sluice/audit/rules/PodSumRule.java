package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Level;
import dev.sluice.chain.PodStop;
import dev.sluice.chain.PodSum;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The waits of a supervisor's groups, one after the other, against what the pod has. */
final class PodSumRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    Rule.containers(
        estate,
        container ->
            container
                .stop()
                .filter(PodStop::supervised)
                .filter(stop -> container.grace().value().isPresent())
                .filter(stop -> !stop.sum().fits())
                .ifPresent(stop -> found.accept(finding(container, stop))));
  }

  private static AuditFinding finding(AuditedContainer container, PodStop stop) {
    PodSum sum = stop.sum();
    String waits =
        stop.groups().stream()
            .map(group -> text(group.longestWait()))
            .collect(Collectors.joining(" + "));
    String needed =
        stop.preStop()
            + " preStop + "
            + waits
            + " waits + "
            + (stop.groups().size() + 1)
            + " for supervisord = "
            + text(sum.needed());
    boolean several = stop.groups().size() > 1;
    Check check = several ? Check.SUM_BEYOND_POD : Check.SUPERVISOR_NOT_BELOW_GRACE;
    String given =
        sum.given().layer()
            + " "
            + sum.given().seconds()
            + " s ("
            + (sum.given().layer().equals("node cap")
                ? sum.given().origin()
                : container.grace().origin().text())
            + ")";
    AuditFinding finding =
        AuditFinding.of(
            check,
            container.place(),
            container.grace().at().or(() -> Rule.anchor(container)),
            needed + " > " + given,
            Change.raise(
                "give the pod "
                    + text(sum.needed())
                    + " s or more (terminationGracePeriodSeconds, and the node)"),
            several
                ? Change.lower(
                    "lower the waits, or put programs that may stop together into one [group:]")
                : Change.lower(
                    "lower stopwaitsecs to "
                        + Math.max(0, sum.given().seconds() - stop.preStop() - 2)
                        + " or less"));
    boolean everythingFits =
        container.programs().stream()
            .allMatch(program -> program.need().isPresent() && !program.tooShort());
    return everythingFits && check.level() == Level.ERROR
        ? finding.weighing(Level.WARNING)
        : finding;
  }

  private static String text(long seconds) {
    return seconds >= Figure.UNLIMITED.toSeconds() ? "no limit" : Long.toString(seconds);
  }
}
