package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.supervisord.Remark;
import java.util.Optional;
import java.util.function.Consumer;

/** What systemd ignores, and what its kill settings do besides waiting. */
public final class UnitRules implements Rule {

  /** Without state. */
  public UnitRules() {}

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    estate.subjects().stream()
        .flatMap(subject -> subject.containers().stream())
        .filter(it -> it.supervision() == AuditedContainer.Supervision.SYSTEMD)
        .forEach(it -> it.remarks().forEach(remark -> found.accept(finding(it.place(), remark))));
  }

  private static AuditFinding finding(Place container, Remark remark) {
    return new AuditFinding(
        remark.check(),
        remark.check().level(),
        remark.program().map(container::program).orElse(container),
        Optional.of(remark.at()),
        remark.message(),
        remark.check().why(),
        remark.changes(),
        false);
  }
}
