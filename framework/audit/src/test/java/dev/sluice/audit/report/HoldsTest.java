package dev.sluice.audit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Unseen;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule holds only for a program that gets the signal, and where every figure is known. */
class HoldsTest {
  private static Audits pod(String containers) {
    return new Audits()
        .manifest(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: orders}
            spec:
              template:
                spec:
                  terminationGracePeriodSeconds: 120
            """
                + containers.indent(6))
        .task("work", 15);
  }

  private static Audits main(String command) {
    return pod("containers: [{name: main, image: shop/orders, command: " + command + "}]");
  }

  private static ProgramChain chain(Audits audits) {
    AuditedContainer container = audits.container();
    return ProgramChain.of(container, container.programs().get(0));
  }

  private static String text(Audits audits) {
    Estate estate = audits.estate();
    return TextReport.render(Audit.of(estate, List.of(), List.of()), false).replaceAll("\\s+", " ");
  }

  @Test
  void aProgramThatGetsTheSignalInTimeHolds() {
    Audits audits = main("[python, worker.py]");

    assertThat(chain(audits).holds()).contains(true);
    assertThat(text(audits)).contains("window 120 s, needs 15 s: fits");
  }

  @Test
  void aProgramBehindAShellThatKeepsTheSignalDoesNot() {
    Audits audits = main("[dash, -c, python worker.py]");

    assertThat(chain(audits).holds()).contains(false);
    assertThat(text(audits)).contains("needs 15 s: it does not hear of the stop");
  }

  @Test
  void aSupervisordBehindSuchAShellLeavesItsProgramsDeafToo() {
    Audits audits =
        main("[dash, -c, supervisord -n -c /etc/supervisord.conf; echo done]")
            .supervisord("[supervisord]\n[program:orders]\ncommand=python orders.py");

    assertThat(chain(audits).holds()).contains(false);
  }

  @Test
  void aScriptThatWasNotReadLeavesItOpen() {
    Audits audits = main("[/app/start.sh]");

    assertThat(chain(audits).holds()).isEmpty();
    assertThat(text(audits)).contains("fits if it hears of the stop, which is unknown");
  }

  @Test
  void aNativeSidecarHasWhatTheMainContainersLeave() {
    Audits audits =
        pod("""
            initContainers:
              - {name: proxy, image: shop/proxy, command: [proxy], restartPolicy: Always}
            containers:
              - {name: main, image: shop/orders, command: [python, worker.py]}
            """)
            .task("drain", 30, "proxy");
    AuditedContainer proxy =
        audits.estate().subjects().get(0).containers().stream()
            .filter(AuditedContainer::stopsAfterMain)
            .findFirst()
            .orElseThrow();
    ProgramChain chain = ProgramChain.of(proxy, proxy.programs().get(0));

    assertThat(chain.figures()).isEqualTo("30 <= 120 - 0 - ?");
    assertThat(chain.holds()).isEmpty();
    assertThat(proxy.programs().get(0).atMost()).isTrue();
    assertThat(proxy.podNeed().orElseThrow().fits()).isEmpty();
    assertThat(proxy.unseen())
        .extracting(Unseen::what)
        .contains("how long the main containers take to stop");
    assertThat(text(audits)).contains("window 120 s at most (unknown: the main containers)");
  }
}
