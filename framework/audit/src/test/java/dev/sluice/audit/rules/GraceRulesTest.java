package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GraceRulesTest {
  private static Audits pod(String spec, String container) {
    return new Audits()
        .manifest(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers:
                - name: main
                  image: shop/web
                  command: [python, w.py]
            """
                + container
                + spec);
  }

  private static String only(List<AuditFinding> findings, int change) {
    assertThat(findings).hasSize(1);
    return findings.get(0).changes().get(change).text();
  }

  @Test
  void aGracePeriodToWriteDownHasRoomForTheHookToo() {
    Audits audits = pod("", "      lifecycle: {preStop: {sleep: {seconds: 5}}}\n").task("job", 40);

    assertThat(only(audits.findings(Check.DEFAULT_IN_FORCE), 0))
        .isEqualTo("write terminationGracePeriodSeconds down: 46 or more");
    assertThat(
            pod(
                    "  terminationGracePeriodSeconds: 46\n",
                    "      lifecycle: {preStop: {sleep: {seconds: 5}}}\n")
                .task("job", 40)
                .findings(Check.NEED_BEYOND_WINDOW))
        .isEmpty();
  }

  @Test
  void aWaitToWriteDownIsNamedAfterItsSupervisor() {
    assertThat(
            only(
                new Audits()
                    .unit("systemd-like.service", "[Service]\nExecStart=/bin/prog\n")
                    .task("job", 100)
                    .findings(Check.DEFAULT_IN_FORCE),
                0))
        .isEqualTo("write TimeoutStopSec down; the work needs 100 s");
    assertThat(
            only(
                new Audits()
                    .supervisord("[supervisord]\n[program:a]\ncommand=/bin/prog\n")
                    .findings(Check.DEFAULT_IN_FORCE),
                0))
        .isEqualTo("write stopwaitsecs down, at least as long as the longest work");
  }

  @Test
  void aHookAsLongAsTheGracePeriodLeavesTheTwoSecondsOfTheKubelet() {
    Audits audits =
        pod(
            "  terminationGracePeriodSeconds: 30\n",
            "      lifecycle: {preStop: {sleep: {seconds: 30}}}\n");

    List<AuditFinding> findings = audits.findings(Check.PRE_STOP_EATS_WINDOW);

    assertThat(only(findings, 1)).isEqualTo("set terminationGracePeriodSeconds to 60 or more");
    assertThat(findings.get(0).message()).contains("it leaves 2 s at most");
    assertThat(only(audits.task("job", 40).findings(Check.PRE_STOP_EATS_WINDOW), 1))
        .isEqualTo("set terminationGracePeriodSeconds to 71 or more");
  }

  @Test
  void anUnknownGracePeriodIsNotComparedWithTheNodes() {
    assertThat(
            pod("  terminationGracePeriodSeconds: {{ .Values.grace }}\n", "")
                .nodeCap(OptionalLong.of(10))
                .findings(Check.NODE_CAP_EXCEEDED))
        .isEmpty();
    assertThat(
            pod("  terminationGracePeriodSeconds: 30\n", "")
                .nodeCap(OptionalLong.of(10))
                .findings(Check.NODE_CAP_EXCEEDED))
        .hasSize(1);
  }
}
