package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DerivationTest {

  static Stream<Golden> rows() {
    return Golden.rows("derivation.yaml").stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyGoldenRowGivesItsFigures(Golden row) {
    Golden expect = row.map("expect");

    Chain chain = row.chain();

    assertThat(chain.needSeconds()).as("need").isEqualTo(expect.number("need").orElseThrow());
    assertThat(chain.windowSeconds()).as("window").isEqualTo(expect.number("window").orElseThrow());
    assertThat(chain.graceSeconds()).as("grace").isEqualTo(expect.number("grace").orElseThrow());
    assertThat(chain.supervised()).isEqualTo(expect.number("stopwait").isPresent());
    expect
        .number("stopwait")
        .ifPresent(figure -> assertThat(chain.stopwaitSeconds()).as("stopwait").isEqualTo(figure));
    assertThat(chain.podGraceSeconds())
        .as("pod grace")
        .isGreaterThanOrEqualTo(expect.number("podGrace").orElse(chain.graceSeconds()));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyGoldenRowIsRefusedOrAcceptedAsItSays(Golden row) {
    Golden expect = row.map("expect");

    Chain chain = row.chain();

    assertThat(chain.fits()).isEqualTo(expect.text("refused").isEmpty());
    assertThat(Golden.refusal(chain).isPresent()).isEqualTo(expect.text("refused").isPresent());
    expect
        .text("refused")
        .ifPresent(
            words ->
                assertThat(Golden.refusal(chain).orElseThrow())
                    .startsWith("the shutdown chain does not fit: " + words + "\n"));
    if (expect.text("refused").isEmpty()) {
      assertThat(chain.findings())
          .extracting(Finding::id)
          .containsExactlyElementsOf(expect.<String>list("findings"));
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aRefusalNamesTheSumTheBindingLinkAndWaysOut(Golden row) {
    List<Finding> refusals = row.chain().findings().stream().filter(Finding::refuses).toList();

    assertThat(refusals)
        .allSatisfy(
            refusal -> {
              assertThat(refusal.details().get(0)).startsWith("sum: grace ");
              assertThat(refusal.details().get(1)).startsWith("binding link: ");
              assertThat(refusal.waysOut()).hasSizeGreaterThan(1);
              assertThat(refusal.waysOut().get(0)).startsWith("raise ");
            });
  }

  @Test
  void thereAreRowsToRead() {
    assertThat(rows()).hasSizeGreaterThan(20);
  }
}
