package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ways out have to work: with the figures they name, nothing is left to find. */
class RaisingTest {
  private static Audits twoGroups(String grace, long waits, long need, OptionalLong node) {
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
                  command: [supervisord, -n]
            """
                + grace)
        .supervisord(
            """
            [supervisord]
            [program:one]
            command=python one.py
            stopwaitsecs=%d
            [program:two]
            command=python two.py
            stopwaitsecs=%d
            """
                .formatted(waits, waits))
        .task("work", need)
        .nodeCap(node);
  }

  private static List<String> raised(Audits audits) {
    return audits.findings(Check.NEED_BEYOND_WINDOW).stream()
        .map(finding -> finding.changes().get(0).text())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"30, 15, 33", "30, 25, 53", "60, 40, 83"})
  void allProgramsThatAreTooShortAreRaisedInTheSum(long grace, long need, long wanted) {
    String written = "  terminationGracePeriodSeconds: ";
    assertThat(raised(twoGroups(written + grace + "\n", 10, need, OptionalLong.empty())))
        .hasSize(2)
        .allMatch(text -> text.contains("set stopwaitsecs to " + need + " or more"))
        .allMatch(
            text -> text.contains("set terminationGracePeriodSeconds to " + wanted + " or more"));
    assertThat(
            twoGroups(written + wanted + "\n", need, need, OptionalLong.empty()).findings().stream()
                .filter(AuditFinding::kills)
                .toList())
        .isEmpty();
    assertThat(
            twoGroups(written + wanted + "\n", need, need, OptionalLong.empty())
                .findings(Check.SUM_BEYOND_POD))
        .isEmpty();
  }

  @Test
  void theNodesHaveToWaitForTheSumToo() {
    assertThat(
            raised(
                twoGroups("  terminationGracePeriodSeconds: 300\n", 10, 15, OptionalLong.of(31))))
        .hasSize(2)
        .allMatch(text -> text.contains("let the nodes wait 33 s or more"));
  }
}
