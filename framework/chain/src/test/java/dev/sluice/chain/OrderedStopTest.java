package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OrderedStopTest {

  static Stream<Golden> rows() {
    return Golden.rows("units.yaml").stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyUnitHasItsWindowFromItsOwnSigterm(Golden row) {
    Golden expect = row.map("expect");
    OrderedStop stop = stop(row);

    assertThat(stop.windows())
        .extracting(window -> figure(window.seconds()))
        .containsExactlyElementsOf(expect.<Integer>list("windows"));
    assertThat(stop.windows())
        .extracting(RealWindow::fits)
        .containsExactlyElementsOf(expect.<Boolean>list("fits"));
    expect
        .text("binding")
        .ifPresent(
            layer -> assertThat(stop.windows().get(0).bindingLink().layer()).isEqualTo(layer));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theTotalIsTheLargestAlongAnOrdering(Golden row) {
    Golden expect = row.map("expect");

    assertThat(figure(stop(row).total())).isEqualTo(expect.row().get("total"));
    assertThat(stop(row).fits()).isEqualTo(expect.row().getOrDefault("givenFits", true));
  }

  @Test
  void anOrderingThatGoesRoundInACircleIsRefused() {
    assertThatThrownBy(
            () -> machine(unit("a", 1, "b"), unit("b", 1, "c"), unit("c", 1, "a"), unit("d", 1)))
        .isInstanceOf(InvalidDeclaration.class)
        .hasMessageEndingWith("go round in a circle: a, b, c");
    assertThatThrownBy(() -> machine(unit("a", 1, "a"))).hasMessageEndingWith("circle: a");
  }

  @Test
  void aNameThatComesTwiceIsRefused() {
    assertThatThrownBy(() -> machine(unit("a", 1), unit("a", 2)))
        .hasMessage("two units are called a");
    assertThatThrownBy(() -> new OrderedStop(List.of(), Optional.empty()))
        .isInstanceOf(InvalidDeclaration.class);
  }

  @Test
  void aVeryLongOrderingNeedsNoStack() {
    List<StopUnit> units = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      units.add(unit("u" + i, 2, "u" + (i + 1)));
    }

    assertThat(new OrderedStop(units, Optional.empty()).total()).isEqualTo(100_000);
  }

  private static OrderedStop machine(StopUnit... units) {
    return new OrderedStop(List.of(units), Optional.empty());
  }

  private static StopUnit unit(String name, long wait, String... after) {
    return new StopUnit(
        StopProgram.job(name, OptionalLong.empty(), 0),
        new Link("TimeoutStopSec", wait, name),
        0,
        List.of(after));
  }

  private static OrderedStop stop(Golden row) {
    List<StopUnit> units = new ArrayList<>();
    for (Map<String, Object> unit : row.<Map<String, Object>>list("units")) {
      units.add(unit(new Golden(unit)));
    }
    OptionalLong given = row.number("given");
    return new OrderedStop(
        units,
        given.isPresent()
            ? Optional.of(new Link("terminationGracePeriodSeconds", given.getAsLong(), "the pod"))
            : Optional.empty());
  }

  private static StopUnit unit(Golden row) {
    String name = row.text("name").orElseThrow();
    long wait = row.number("wait").orElseThrow();
    List<Link> timers = new ArrayList<>();
    row.number("timer").ifPresent(it -> timers.add(new Link("sidekiq timeout", it, "-t")));
    return new StopUnit(
        new StopProgram(name, OptionalLong.empty(), timers, row.number("need").orElse(0), 0, 0),
        new Link("TimeoutStopSec", wait < 0 ? StopUnit.UNLIMITED : wait, name),
        (int) row.number("execStops").orElse(0),
        row.row().containsKey("after") ? row.list("after") : List.of());
  }

  private static int figure(long seconds) {
    return seconds >= StopUnit.UNLIMITED ? -1 : (int) seconds;
  }
}
