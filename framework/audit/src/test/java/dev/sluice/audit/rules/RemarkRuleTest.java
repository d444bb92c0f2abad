package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedContainer.Supervision;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.audit.supervisord.SupervisordConfig;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RemarkRuleTest {
  private static final Place PLACE = Place.of("Deployment/orders").container("main");

  @Test
  void aRemarkOnAProgramIsAFindingThere() {
    List<AuditFinding> found =
        findings(
            Supervision.SUPERVISORD,
            "[supervisord]\n[program:export]\ncommand=run\nstopwaitsec=90\n");

    assertThat(found).hasSize(1);
    AuditFinding finding = found.get(0);
    assertThat(finding.check()).isEqualTo(Check.UNKNOWN_KEY);
    assertThat(finding.level()).isEqualTo(Level.ERROR);
    assertThat(finding.place()).hasToString("Deployment/orders, container main, program export");
    assertThat(finding.at()).hasToString("Optional[app.conf:4]");
    assertThat(finding.kills()).isFalse();
  }

  @Test
  void aRemarkOnTheFileIsAFindingOfTheContainer() {
    assertThat(findings(Supervision.SUPERVISORD, "[supervisord]\nminfds=1k\n[own]\ncolour=red\n"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.check()).isEqualTo(Check.INVALID_VALUE);
              assertThat(it.place()).isEqualTo(PLACE);
            });
  }

  @Test
  void aSoundFileHasNone() {
    assertThat(
            findings(
                Supervision.SUPERVISORD,
                "[supervisord]\n[program:a]\ncommand=run\nstopwaitsecs=90\n"))
        .isEmpty();
  }

  private static List<AuditFinding> findings(Supervision supervision, String file) {
    List<Remark> remarks =
        SupervisordConfig.read(SourceText.file("app.conf", file), glob -> List.of()).remarks();
    AuditedContainer container =
        new AuditedContainer(
            PLACE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            supervision,
            Optional.empty(),
            Figure.defaulted(Duration.ofSeconds(30), "Kubernetes' default"),
            Figure.defaulted(Duration.ZERO, "none"),
            List.of(),
            List.of(),
            Optional.empty(),
            remarks,
            List.of());
    Subject subject =
        new Subject(Place.of("Deployment/orders"), Optional.empty(), List.of(container));
    Manifests none = new Manifests(List.of(), List.of(), List.of());
    List<AuditFinding> found = new ArrayList<>();
    new RemarkRule()
        .check(new Estate(List.of(subject), none, Optional.empty(), List.of()), found::add);
    return found;
  }
}
