package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.timers.AppTimer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StopSignalRuleTest {
  private static final AppTimer DRAINS_ON_QUIT =
      new AppTimer("server", Figure.unknown("its manual"), false, Optional.of("QUIT"));

  private static AuditedProgram draining(AuditedProgram it) {
    return new AuditedProgram(
        it.place(),
        it.launch(),
        it.stopwait(),
        it.signal(),
        it.children(),
        List.of(DRAINS_ON_QUIT),
        it.queues(),
        it.need(),
        it.window(),
        it.links(),
        it.atMost());
  }

  private static AuditedContainer draining(AuditedContainer it) {
    return new AuditedContainer(
        it.place(),
        it.container(),
        it.start(),
        it.launch(),
        it.supervision(),
        it.grace(),
        it.preStop(),
        it.variables(),
        it.groups().stream()
            .map(group -> group.stream().map(StopSignalRuleTest::draining).toList())
            .toList(),
        it.stop(),
        it.remarks(),
        it.unseen());
  }

  /** What the rule says when every program drains on QUIT. */
  private static List<AuditFinding> findings(Audits audits) {
    Estate estate = audits.estate();
    List<Subject> subjects =
        estate.subjects().stream()
            .map(
                it ->
                    new Subject(
                        it.place(),
                        it.workload(),
                        it.containers().stream().map(StopSignalRuleTest::draining).toList()))
            .toList();
    List<AuditFinding> found = new ArrayList<>();
    new StopSignalRule()
        .check(
            new Estate(subjects, estate.manifests(), estate.nodeCap(), estate.texts()), found::add);
    return found;
  }

  private static Audits pod(String command, String more) {
    return new Audits()
        .manifest(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              os: {name: linux}
              containers:
                - name: main
                  image: shop/web
                  command: %s
            """
                    .formatted(command)
                + more);
  }

  @Test
  void termByDefaultEndsAProgramThatDrainsOnQuit() {
    List<AuditFinding> findings = findings(pod("[server]", ""));

    assertThat(findings)
        .extracting(AuditFinding::check)
        .containsExactly(Check.STOP_SIGNAL_MISMATCH);
    assertThat(findings.get(0).message())
        .isEqualTo(
            "server drains on QUIT, but gets TERM (default, not set) and ends its work at once");
    assertThat(findings.get(0).kills()).isTrue();
    assertThat(findings.get(0).changes())
        .extracting(Change::text)
        .anyMatch(text -> text.contains("STOPSIGNAL SIGQUIT") && text.contains("1.33"));
  }

  @Test
  void theSignalThatIsAssignedOrMadeOnTheWayCounts() {
    assertThat(findings(pod("[server]", "      lifecycle: {stopSignal: SIGQUIT}\n"))).isEmpty();
    assertThat(findings(pod("[dumb-init, --rewrite, '15:3', server]", ""))).isEmpty();
    assertThat(findings(pod("[dumb-init, --rewrite, '15:2', server]", "")))
        .extracting(AuditFinding::message)
        .containsExactly(
            "server drains on QUIT, but gets INT (made of TERM on the way) and ends its work at"
                + " once");
  }

  @Test
  void supervisordsStopsignalIsTheWayOutThere() {
    String section = "[supervisord]\n[program:web]\nstopwaitsecs=60\ncommand=server\n";

    assertThat(findings(new Audits().supervisord(section)))
        .flatExtracting(AuditFinding::changes)
        .extracting(Change::text)
        .containsExactly("set stopsignal=QUIT in its section");
    assertThat(findings(new Audits().supervisord(section + "stopsignal=QUIT\n"))).isEmpty();
  }

  @Test
  void aProgramThatNeverHearsOfTheStopIsAnotherFinding() {
    assertThat(findings(pod("[dash, -c, server]", ""))).isEmpty();
  }
}
