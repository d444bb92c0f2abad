package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.chain.Chain;
import dev.sluice.chain.ChainTable;
import dev.sluice.chain.Golden;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenRowsTest {

  static Stream<Golden> accepted() {
    return Golden.rows("derivation.yaml").stream().filter(row -> !refused(row));
  }

  static Stream<Golden> refused() {
    return Golden.rows("derivation.yaml").stream().filter(GoldenRowsTest::refused);
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void anAcceptedRowRendersItsFigures(Golden row) {
    Golden expect = row.map("expect");
    long grace = expect.number("grace").orElseThrow();

    // The sleep hook is there on the version of Release.
    Manifests manifests = Release.of(Pipelines.of(row)).render();

    long podGrace = expect.number("podGrace").orElse(grace);
    assertThat(manifests.pod().at("spec", "terminationGracePeriodSeconds").number())
        .isEqualTo(podGrace);
    assertThat(manifests.env("SLUICE_GRACE_PERIOD_SECONDS")).contains(String.valueOf(podGrace));
    assertThat(manifests.env("SLUICE_STOPWAIT_SECONDS")).isEqualTo(expect.text("stopwait"));
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void theNotesPrintTheLibrarysTableAndRemarks(Golden row) {
    Chain chain = row.chain();

    String notes = Release.of(Pipelines.of(row)).notes();

    assertThat(notes).contains("\n" + ChainTable.render(chain, Optional.empty()));
    assertThat(chain.findings())
        .allSatisfy(finding -> assertThat(notes).contains(finding.text() + "\n"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aRefusedRowIsRefusedInTheLibrarysWords(Golden row) {
    Chain chain = row.chain();
    Release release = Release.of(Pipelines.of(row));

    assertThatThrownBy(release::render)
        .hasMessageContaining(
            "\n"
                + Golden.refusal(chain).orElseThrow()
                + "\n\n"
                + ChainTable.render(chain, Optional.empty()))
        .hasMessageContaining(row.map("expect").text("refused").orElseThrow());
  }

  @Test
  void bothKindsOfRowsAreThere() {
    assertThat(accepted()).hasSizeGreaterThan(10);
    assertThat(refused()).hasSizeGreaterThan(8);
  }

  private static boolean refused(Golden row) {
    return row.map("expect").text("refused").isPresent();
  }
}
