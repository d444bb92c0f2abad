package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordWindowTest {
  private final RecordWindow window = new RecordWindow(100);

  /** Numbers 0 to 2 at 103, 105, 106 (ending at 110) and 3 to 4 at 150, 160 (ending at 170). */
  @BeforeEach
  void receive() {
    assertThat(window.add(FakePositions.at(110, 103, 105, 106))).isZero();
    assertThat(window.add(FakePositions.at(170, 150, 160))).isEqualTo(3);
  }

  @Test
  void aFreshWindowBeginsAtItsPosition() {
    RecordWindow fresh = new RecordWindow(100);

    assertThat(fresh.next()).isZero();
    assertThat(fresh.nextPosition()).isEqualTo(100);
    assertThat(fresh.positionAt(0)).isEqualTo(100);
    assertThat(fresh.numberAt(100)).isZero();
  }

  @Test
  void numbersHaveNoHolesWherePositionsHaveSome() {
    assertThat(window.next()).isEqualTo(5);
    assertThat(window.nextPosition()).isEqualTo(170);
  }

  @Test
  void everythingBeforeANumberEndsAtItsPosition() {
    assertThat(window.positionAt(0)).isEqualTo(103);
    assertThat(window.positionAt(2)).isEqualTo(106);
    assertThat(window.positionAt(3)).as("the gap between batches is passed").isEqualTo(150);
    assertThat(window.positionAt(5)).isEqualTo(170);
  }

  @Test
  void thePositionAfterARecordIsTheNextOneOfItsBatchOrWhereTheBatchEnds() {
    assertThat(window.positionAfter(0)).isEqualTo(105);
    assertThat(window.positionAfter(2)).isEqualTo(110);
    assertThat(window.positionAfter(4)).isEqualTo(170);
  }

  @Test
  void aPositionFindsTheFirstRecordAtOrAfterIt() {
    assertThat(window.numberAt(0)).isZero();
    assertThat(window.numberAt(103)).isZero();
    assertThat(window.numberAt(104)).isEqualTo(1);
    assertThat(window.numberAt(107)).isEqualTo(3);
    assertThat(window.numberAt(110)).isEqualTo(3);
    assertThat(window.numberAt(151)).isEqualTo(4);
    assertThat(window.numberAt(161)).isEqualTo(5);
    assertThat(window.numberAt(1000)).isEqualTo(5);
  }

  @Test
  void aBatchIsForgottenOnceAllOfItLiesBelow() {
    window.dropBelow(2);
    assertThat(window.positionAt(0)).isEqualTo(103);

    window.dropBelow(3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> window.positionAt(2))
        .withMessage("record 2 of 5 is forgotten");
    assertThatIllegalArgumentException().isThrownBy(() -> window.positionAfter(2));
    assertThat(window.positionAt(3)).isEqualTo(150);
    assertThat(window.numberAt(160)).isEqualTo(4);

    window.dropBelow(5);
    assertThat(window.positionAt(5)).isEqualTo(170);
    assertThat(window.add(FakePositions.of(170, 2))).isEqualTo(5);
    assertThat(window.positionAfter(6)).isEqualTo(172);
  }
}
