package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.supervisord.Remark;
import java.util.Optional;
import java.util.function.Consumer;

/** What is wrong with a supervisor's own files: ignored keys, refused values, kill settings. */
final class RemarkRule implements Rule {

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    estate.subjects().stream()
        .flatMap(subject -> subject.containers().stream())
        .forEach(
            container ->
                container.remarks().forEach(remark -> found.accept(finding(container, remark))));
  }

  private static AuditFinding finding(AuditedContainer container, Remark remark) {
    Place place = remark.program().map(container.place()::program).orElseGet(container::place);
    return new AuditFinding(
        remark.check(),
        remark.level(),
        place,
        Optional.of(remark.at()),
        remark.message(),
        remark.check().why(),
        remark.changes(),
        false,
        subject(remark.message()));
  }

  // The key or the section, and what is wrong; what holds instead may change.
  private static String subject(String message) {
    int end = message.indexOf(';');
    String start = end < 0 ? message : message.substring(0, end);
    return start.replaceAll("[0-9]+", "#");
  }
}
