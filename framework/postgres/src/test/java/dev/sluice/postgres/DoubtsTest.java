package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.TransactionStore.LaneClaim;
import org.junit.jupiter.api.Test;

class DoubtsTest {
  private final Doubts doubts = new Doubts();

  @Test
  void endWithTheNextOwnerAndAreAboutOneClaimOnly() {
    LaneClaim claim = new LaneClaim("a", 1);
    doubts.begin("a", claim);

    assertThat(doubts.about("a", new LaneClaim("a", 1))).isTrue();
    assertThat(doubts.about("a", new LaneClaim("a", 2))).isFalse();
    assertThat(doubts.about("b", claim)).isFalse();

    doubts.owned("a");

    assertThat(doubts.about("a", claim)).isFalse();
  }

  @Test
  void areForgottenWhenThereAreVeryMany() {
    for (int i = 0; i <= 10_000; i++) {
      doubts.begin("record-" + i, i);
    }

    assertThat(doubts.about("record-0", 0)).isFalse();
    assertThat(doubts.about("record-1", 1)).isTrue();
  }
}
