package dev.sluice.audit.report;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static Comparison compare(String first, String grace, String second) {
    return Comparison.of(
        "A",
        Estates.supervised(first, grace, OptionalLong.of(20), 10, Optional.empty()),
        "B",
        Estates.supervised(second, "300", OptionalLong.of(20), 10, Optional.empty()));
  }
}
