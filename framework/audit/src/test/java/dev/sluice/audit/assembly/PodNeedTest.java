package dev.sluice.audit.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.report.Audit;
import dev.sluice.audit.report.JsonReport;
import dev.sluice.audit.report.TextReport;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PodNeedTest {
  private static final String UNKNOWN_HOOK =
      """
                lifecycle: {preStop: {exec: {command: [/app/drain]}}}
      """;

  private static Audits supervised(String wait, String more) {
    return new Audits()
        .manifest(UnknownFiguresTest.pod("[supervisord, -n, -c, /etc/supervisord.conf]", more))
        .supervisord(
            "[supervisord]\n[program:orders]\ncommand=python orders.py\nstopwaitsecs=" + wait)
        .task("work", 15);
  }

  private static PodNeed need(Audits audits) {
    return audits.container().podNeed().orElseThrow();
  }

  private static Audit audit(Audits audits) {
    return Audit.of(audits.estate(), audits.findings(), List.of());
  }

  @Test
  void whatIsKnownIsCompared() {
    PodNeed need = need(supervised("298", ""));

    assertThat(need.parts()).containsExactly("0", "298", "2");
    assertThat(need.seconds()).isEqualTo(300);
    assertThat(need.fits()).contains(true);
  }

  @Test
  void anUnknownHookLeavesItOpenWhetherAllOfItFits() {
    Audits audits = supervised("298", UNKNOWN_HOOK);

    assertThat(need(audits).parts()).containsExactly("?", "298", "2");
    assertThat(need(audits).atLeast()).isTrue();
    assertThat(need(audits).fits()).isEmpty();
    assertThat(TextReport.render(audit(audits), false).replaceAll("\\s+", " "))
        .contains("? + 298 + 2 <= 300: fits as far as it is known");
    assertThat(JsonReport.render(audit(audits), "1").replaceAll("\\s", ""))
        .contains("\"needed\":300,\"neededIsAtLeast\":true,\"given\":300")
        .doesNotContain("\"fits\"");
  }

  @Test
  void aGapIsAGapWhateverTheHookTakes() {
    Audits audits = supervised("299", UNKNOWN_HOOK);

    assertThat(need(audits).fits()).contains(false);
    assertThat(audits.findings(Check.SUPERVISOR_NOT_BELOW_GRACE))
        .extracting(AuditFinding::message)
        .singleElement()
        .asString()
        .startsWith("? preStop + 299 waits + 2 for supervisord = at least 301 > ");
  }

  @Test
  void anUnknownWaitLeavesItOpenToo() {
    assertThat(need(supervised("%(ENV_WAIT)s", "")).parts()).containsExactly("0", "?", "2");
    assertThat(need(supervised("%(ENV_WAIT)s", "")).fits()).isEmpty();
  }

  @Test
  void aWaitWithoutLimitHasNoFigure() {
    Audits audits = supervised("99999999999", "");

    assertThat(audits.findings(Check.SUPERVISOR_NOT_BELOW_GRACE))
        .extracting(AuditFinding::message)
        .singleElement()
        .asString()
        .contains("= no limit > terminationGracePeriodSeconds 300 s");
    assertThat(JsonReport.render(audit(audits), "1")).doesNotContain("31536");
    assertThat(TextReport.render(audit(audits), false)).doesNotContain("31536");
  }

  @Test
  void aFileAloneIsComparedWithTheNodesCap() {
    Audits audits =
        new Audits()
            .supervisord("[supervisord]\n[program:orders]\ncommand=sleep 1\nstopwaitsecs=200")
            .nodeCap(OptionalLong.of(120));

    assertThat(audits.findings(Check.SUPERVISOR_NOT_BELOW_GRACE))
        .extracting(AuditFinding::message)
        .singleElement()
        .asString()
        .contains("= 202 > node cap at most 120 s (--node-limit)");
    assertThat(TextReport.render(audit(audits), false)).doesNotContain("31536");
  }

  @Test
  void aFileAloneWithoutACapIsNotJudged() {
    Audits audits =
        new Audits()
            .supervisord("[supervisord]\n[program:orders]\ncommand=sleep 1\nstopwaitsecs=200");

    assertThat(need(audits).fits()).isEmpty();
    assertThat(audits.findings(Check.SUPERVISOR_NOT_BELOW_GRACE)).isEmpty();
  }
}
