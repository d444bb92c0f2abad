package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All rules. */
public final class Rules {
  /** In the order of the chain, from the inside out. */
  private static final List<Rule> ALL =
      List.of(
          new SignalPathRule(),
          new StopSignalRule(),
          new ChildrenRule(),
          new WindowRule(),
          new TimerRule(),
          new DefaultsRule(),
          new RemarkRule(),
          new FieldRule(),
          new PodSumRule(),
          new PreStopRule(),
          new NodeCapRule(),
          new ProbeRule(),
          new DeadlineRule(),
          new ReplicasRule(),
          new ScaleDownRule(),
          new KedaRule(),
          new DisruptionRule(),
          new QueueTimeoutRule(),
          new UnknownRule());

  private Rules() {}

  /** Everything there is to say, the gaps that kill first, then by weight. */
  public static List<AuditFinding> check(Estate estate) {
    List<AuditFinding> found = new ArrayList<>();
    ALL.forEach(rule -> rule.check(estate, found::add));
    found.sort(
        Comparator.comparing((AuditFinding finding) -> !finding.kills())
            .thenComparing(AuditFinding::level));
    return List.copyOf(found);
  }
}
