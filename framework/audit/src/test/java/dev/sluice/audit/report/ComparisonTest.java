package dev.sluice.audit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.assembly.Estate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void marksWhatDiffersAndSaysWhatFollows() {
    Comparison comparison = compare("staging/Deployment/orders", "60", "prod/Deployment/orders");

    assertThat(comparison.workloads()).hasSize(1);
    assertThat(comparison.differs()).isTrue();
    assertThat(comparison.workloads().get(0).rows())
        .filteredOn(Comparison.Row::differs)
        .singleElement()
        .isEqualTo(new Comparison.Row("main: grace period", "60 s", "300 s"));
    assertThat(ComparisonReport.text(comparison, List.of(), false))
        .contains("* main: grace period", "a clean run in A proves nothing for B");
    assertThat(ComparisonReport.json(comparison, List.of())).contains("\"differs\" : true");
  }

  @Test
  void findsTheSameFiguresAlike() {
    Comparison comparison = compare("staging/Deployment/orders", "300", "prod/Deployment/orders");

    assertThat(comparison.differs()).isFalse();
    assertThat(comparison.conclusion()).startsWith("All figures");
  }

  @Test
  void showsAWorkloadThatOnlyOneHas() {
    Comparison comparison = compare("a/Deployment/orders", "300", "a/StatefulSet/orders");

    assertThat(comparison.workloads()).hasSize(2);
    assertThat(comparison.workloads().get(1).rows())
        .allMatch(row -> row.first().equals(Comparison.MISSING));
  }

  @Test
  void keepsTheSameNameOfTwoNamespacesApart() {
    Comparison comparison =
        Comparison.of(
            "A",
            audits("", pod("a", "command: [worker]"), pod("b", "command: [worker]")),
            "B",
            audits("", pod("a", "command: [worker]"), pod("b", "command: [sh, -c, worker]")));

    assertThat(comparison.workloads())
        .extracting(Comparison.Workload::name)
        .containsExactly("a/Pod/orders", "b/Pod/orders");
    assertThat(comparison.workloads().get(0).rows()).noneMatch(Comparison.Row::differs);
  }

  @Test
  void whatIsUnknownInBothIsNotTheSame() {
    Comparison comparison =
        Comparison.of(
            "A", audits("", pod("a", "image: w:1")), "B", audits("", pod("b", "image: w:1")));

    assertThat(comparison.workloads().get(0).rows())
        .filteredOn(row -> row.layer().equals("main: start form"))
        .singleElement()
        .satisfies(row -> assertThat(row.unknown()).isTrue());
    assertThat(comparison.conclusion()).contains("nothing is known");
    assertThat(ComparisonReport.text(comparison, List.of(), false)).contains("? main: start form");
    assertThat(ComparisonReport.json(comparison, List.of())).contains("\"unknown\" : true");
  }

  @Test
  void comparesStartFormsAndSignals() {
    String start = "FROM debian\nENTRYPOINT [\"worker\"]\n";
    Comparison comparison =
        Comparison.of(
            "A",
            audits(start, pod("a", "image: w:1")),
            "B",
            audits(
                "FROM debian\nENTRYPOINT worker; true\nSTOPSIGNAL SIGINT\n",
                pod("b", "image: w:1")));

    assertThat(comparison.workloads().get(0).rows())
        .filteredOn(Comparison.Row::differs)
        .contains(
            new Comparison.Row("main: start form", "exec", "sh -c"),
            new Comparison.Row("main: stop signal", "TERM", "INT"))
        .extracting(Comparison.Row::layer)
        .contains("main: signal path");
  }

  private static Estate audits(String dockerfile, String... manifests) {
    Audits audits = new Audits();
    if (!dockerfile.isEmpty()) {
      audits.image("w", dockerfile);
    }
    for (String manifest : manifests) {
      audits.manifest(manifest);
    }
    return audits.estate();
  }

  private static String pod(String namespace, String container) {
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: orders, namespace: "
        + namespace
        + "}\nspec: {containers: [{name: main, "
        + container
        + "}]}\n";
  }

  private static Comparison compare(String first, String grace, String second) {
    return Comparison.of(
        "A",
        Estates.supervised(first, grace, OptionalLong.of(20), 10, Optional.empty()),
        "B",
        Estates.supervised(second, "300", OptionalLong.of(20), 10, Optional.empty()));
  }
}
