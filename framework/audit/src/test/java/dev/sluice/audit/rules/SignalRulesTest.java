package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SignalRulesTest {
  private static final Set<Check> SIGNALS =
      EnumSet.of(
          Check.SHELL_IS_PROCESS_ONE,
          Check.WRAPPER_WITHOUT_EXEC,
          Check.INIT_ENDS_SHELL,
          Check.STOP_SIGNAL_MISMATCH,
          Check.CHILDREN_NOT_STOPPED,
          Check.INVALID_VALUE);

  private static List<AuditFinding> deployment(String command, String more) {
    return signals(
        new Audits()
            .manifest(
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: orders}
                spec:
                  template:
                    spec:
                      terminationGracePeriodSeconds: 120
                      containers:
                        - name: main
                          image: shop/orders
                          command: %s
                """
                        .formatted(command)
                    + more));
  }

  private static List<AuditFinding> supervised(String program) {
    return signals(
        new Audits().supervisord("[supervisord]\n[program:orders]\nstopwaitsecs=100\n" + program));
  }

  private static List<AuditFinding> signals(Audits audits) {
    return audits.findings().stream().filter(it -> SIGNALS.contains(it.check())).toList();
  }

  @Test
  void aShellThatKeepsTheSignalLeavesTheProgramUnawareUntilItIsKilled() {
    AuditFinding finding = only(deployment("[\"dash\", \"-c\", \"python worker.py --fast\"]", ""));

    assertThat(finding.check()).isEqualTo(Check.SHELL_IS_PROCESS_ONE);
    assertThat(finding.kills()).isTrue();
    assertThat(finding.message())
        .contains("python worker.py --fast works on without having heard of the stop")
        .contains("killed after 120 s")
        .contains("manifest.yaml:11");
    assertThat(finding.changes())
        .extracting(Change::text)
        .anyMatch(text -> text.contains("exec python worker.py --fast"))
        .anyMatch(text -> text.contains("command: [\"python\", \"worker.py\", \"--fast\"]"));
  }

  @Test
  void whereTheShellIsNotKnownItOnlyWarns() {
    AuditFinding finding = only(deployment("[\"sh\", \"-c\", \"python worker.py\"]", ""));

    assertThat(finding.check()).isEqualTo(Check.SHELL_IS_PROCESS_ONE);
    assertThat(finding.level()).isEqualTo(Level.WARNING);
    assertThat(finding.kills()).isFalse();
    assertThat(finding.message()).contains("depends on what /bin/sh is");
  }

  @Test
  void aPipelineIsKeptByEachShell() {
    AuditFinding finding = only(deployment("[\"sh\", \"-c\", \"python w.py | tee log\"]", ""));

    assertThat(finding.level()).isEqualTo(Level.ERROR);
    assertThat(finding.kills()).isTrue();
  }

  @Test
  void anInitThatEndsWithTheShellLeavesNoTime() {
    AuditFinding finding =
        only(deployment("[\"tini\", \"--\", \"dash\", \"-c\", \"python w.py; true\"]", ""));

    assertThat(finding.check()).isEqualTo(Check.INIT_ENDS_SHELL);
    assertThat(finding.message()).contains("killed at once, it has 0 s:");
    assertThat(finding.kills()).isTrue();
  }

  @Test
  void whatReachesTheProgramIsSilent() {
    assertThat(deployment("[\"python\", \"worker.py\"]", "")).isEmpty();
    assertThat(deployment("[\"sh\", \"-c\", \"cd /app && exec python worker.py\"]", "")).isEmpty();
    assertThat(deployment("[\"tini\", \"--\", \"python\", \"worker.py\"]", "")).isEmpty();
  }

  @Test
  void anAssignedStopSignalNeedsTheNameOfTheSystem() {
    String signal = "          lifecycle: {stopSignal: SIGTERM}\n";

    AuditFinding finding = only(deployment("[\"python\", \"worker.py\"]", signal));

    assertThat(finding.check()).isEqualTo(Check.INVALID_VALUE);
    assertThat(finding.message()).contains("manifest.yaml:12").contains("spec.os.name");
    assertThat(deployment("[\"python\", \"worker.py\"]", signal + "      os: {name: linux}\n"))
        .isEmpty();
  }

  @Test
  void aSupervisedShellIsAWrapperWithAChildNobodyStops() {
    List<AuditFinding> findings =
        supervised("command=dash -c \"python migrate.py && python worker.py\"\n");

    assertThat(findings)
        .extracting(AuditFinding::check)
        .containsExactlyInAnyOrder(Check.WRAPPER_WITHOUT_EXEC, Check.CHILDREN_NOT_STOPPED);
    assertThat(findings.get(0).message())
        .contains("python worker.py is left behind")
        .contains("never hears of the stop");
  }

  @Test
  void aGroupIsStoppedWithItsShellButNobodyWaitsForTheProgram() {
    AuditFinding finding =
        only(supervised("stopasgroup=true\ncommand=dash -c \"python worker.py; true\"\n"));

    assertThat(finding.check()).isEqualTo(Check.WRAPPER_WITHOUT_EXEC);
    assertThat(finding.message()).contains("which gets the signal");
    assertThat(
            supervised(
                "stopasgroup=true\ncommand=dash -c \"trap : TERM; python worker.py; true\"\n"))
        .isEmpty();
  }

  @Test
  void systemdWaitsForEveryProcessOfAUnit() {
    String unit = "[Service]\nTimeoutStopSec=100\nExecStart=/bin/dash -c 'python w.py; true'\n";

    assertThat(signals(new Audits().unit("worker.service", unit))).isEmpty();
    assertThat(signals(new Audits().unit("worker.service", unit + "KillMode=process\n")))
        .extracting(AuditFinding::check)
        .containsExactly(Check.WRAPPER_WITHOUT_EXEC);
  }

  private static AuditFinding only(List<AuditFinding> findings) {
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  @Test
  void aLoopIsNotToldToExec() {
    List<AuditFinding> found =
        deployment("[\"bash\", \"-c\", \"while true; do python w.py; sleep 60; done\"]", "");

    assertThat(found).extracting(AuditFinding::check).contains(Check.SHELL_IS_PROCESS_ONE);
    assertThat(found.get(0).changes())
        .extracting(Change::text)
        .noneMatch(text -> text.contains("write exec"))
        .anyMatch(text -> text.contains("trap 'kill -TERM"))
        .anyMatch(text -> text.contains("without a shell's loop"));
  }
}
