package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AuditRowsTest {

  static Stream<Golden> rows() {
    return Golden.rows("audit.yaml").stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyProgramHasItsRealWindowAndBindingLink(Golden row) {
    Golden expect = row.map("expect");

    List<RealWindow> windows = pod(row).windows();

    assertThat(windows)
        .extracting(window -> (int) window.seconds())
        .containsExactlyElementsOf(expect.<Integer>list("windows"));
    assertThat(windows)
        .extracting(RealWindow::fits)
        .containsExactlyElementsOf(expect.<Boolean>list("fits"));
    String binding = windows.get(windows.size() - 1).bindingLink().layer();
    assertThat(binding).isEqualTo(expect.text("binding").orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void thePodsSumIsCheckedApartFromThePrograms(Golden row) {
    Golden expect = row.map("expect");

    PodSum sum = pod(row).sum();

    assertThat(sum.needed()).isEqualTo(expect.number("podNeeds").orElseThrow());
    assertThat(String.valueOf(sum.fits())).isEqualTo(expect.text("podFits").orElseThrow());
    assertThat(sum.finding().isPresent()).isEqualTo(!sum.fits());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aWindowThatIsTooShortNamesItsBindingLink(Golden row) {
    assertThat(pod(row).windows())
        .allSatisfy(
            window -> {
              assertThat(window.finding().isPresent()).isEqualTo(!window.fits());
              window
                  .finding()
                  .ifPresent(
                      finding ->
                          assertThat(finding.text())
                              .contains("its real window is " + window.seconds() + " s")
                              .contains("binding link: " + window.bindingLink().layer()));
            });
  }

  private static PodStop pod(Golden row) {
    Optional<NodeCap> cap =
        row.number("nodeCap").isPresent()
            ? Optional.of(new NodeCap("node.limit", row.number("nodeCap").getAsLong()))
            : Optional.empty();
    long preStop = row.number("preStop").orElse(0);
    OptionalLong grace = row.number("grace");
    if (row.row().containsKey("direct")) {
      return PodStop.direct(grace, preStop, cap, program(row.map("direct")));
    }
    List<StopGroup> groups = new ArrayList<>();
    for (List<Map<String, Object>> programs : row.<List<Map<String, Object>>>list("groups")) {
      groups.add(
          new StopGroup(
              "group", programs.stream().map(Golden::new).map(AuditRowsTest::program).toList()));
    }
    return new PodStop(grace, preStop, cap, true, groups);
  }

  private static StopProgram program(Golden row) {
    List<Link> timers = new ArrayList<>();
    row.map("timers")
        .row()
        .forEach((name, seconds) -> timers.add(new Link(name, (Integer) seconds, "application")));
    return new StopProgram(
        row.text("name").orElseThrow(),
        row.number("stopwait"),
        timers,
        row.number("need").orElseThrow(),
        0,
        0);
  }
}
