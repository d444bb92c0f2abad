package dev.sluice.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitWindowTest {
  private static final long FAR = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "0, 63",
    "0, 64",
    "0, 65",
    "62, 63",
    "63, 64",
    "63, 65",
    "64, 65",
    "64, 128",
    "65, 127",
    "65, 128",
    "65, 129",
    "127, 129",
    "1, 1000"
  })
  void aRangeIsSetAndClearedExactlyAcrossTheBordersOfWords(long from, long to) {
    BitWindow window = new BitWindow();
    window.set(from, to);

    assertThat(window.count(0, FAR)).isEqualTo(to - from);
    assertThat(window.nextSet(0, FAR)).isEqualTo(from);
    assertThat(window.nextClear(from, FAR)).isEqualTo(to);
    assertThat(window.get(from)).isTrue();
    assertThat(window.get(to - 1)).isTrue();
    assertThat(window.get(to)).isFalse();

    window.clear(from, to);

    assertThat(window.count(0, FAR)).isZero();
    assertThat(window.nextSet(0, FAR)).isEqualTo(FAR);
  }

  @Test
  void anEmptyRangeChangesNothing() {
    BitWindow window = new BitWindow();
    window.set(5, 5);
    window.set(64, 64);
    window.clear(64, 64);

    assertThat(window.count(0, FAR)).isZero();
  }

  @Test
  void searchesEndAtTheirLimit() {
    BitWindow window = new BitWindow();
    window.set(0, 200);

    assertThat(window.nextClear(10, 64)).isEqualTo(64);
    assertThat(window.nextClear(10, 200)).isEqualTo(200);
    assertThat(window.nextSet(300, 301)).isEqualTo(301);
    assertThat(window.nextSet(7, 7)).isEqualTo(7);
  }

  @Test
  void whatIsBelowTheWindowReadsAsClearWhateverHasItsPlaceNow() {
    BitWindow window = new BitWindow();
    window.set(0, 256);
    window.dropBelow(128);

    // The words of 0 and 256 share a place.
    assertThat(window.get(0)).isFalse();
    assertThat(window.nextClear(0, 256)).isZero();
    assertThat(window.nextSet(0, 256)).isEqualTo(128);
    assertThat(window.count(0, 256)).isEqualTo(128);
  }

  @Test
  void settingBelowTheWindowIsRefused() {
    BitWindow window = new BitWindow();
    window.dropBelow(128);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> window.set(127, 130))
        .withMessage("number 127 lies below the window, which begins at 128");
    assertThat(window.count(0, FAR)).isZero();
  }

  @Test
  void aWindowThatHasMovedFarBeyondEverythingSetIsEmpty() {
    BitWindow window = new BitWindow();
    window.set(0, 100);
    window.dropBelow(FAR);

    assertThat(window.nextSet(0, 2 * FAR)).isEqualTo(2 * FAR);

    window.set(FAR + 1, FAR + 3);

    assertThat(window.count(0, 2 * FAR)).isEqualTo(2);
  }

  @Test
  void theWindowAgreesWithABitSetOverRandomMovesAndGrowth() {
    for (int seed = 0; seed < 300; seed++) {
      try {
        agree(new Random(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void agree(Random random) {
    BitWindow window = new BitWindow();
    BitSet bits = new BitSet();
    int low = 0;
    int reach = 1 + random.nextInt(700);
    for (int step = 0; step < 200; step++) {
      int from = low + random.nextInt(reach);
      int to = from + random.nextInt(random.nextBoolean() ? 3 : 200);
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> {
          window.set(from, to);
          bits.set(from, to);
        }
        case 3 -> {
          window.clear(from, to);
          bits.clear(from, to);
        }
        case 4 -> {
          low += random.nextInt(random.nextInt(10) == 0 ? 1000 : 100);
          window.dropBelow(low);
          // The rest of the word stays.
          bits.clear(0, low / 64 * 64);
        }
        default -> {
          int limit = from + random.nextInt(300);
          assertThat(window.count(from, to)).isEqualTo(bits.get(from, to).cardinality());
          assertThat(window.get(from)).isEqualTo(bits.get(from));
          assertThat(window.nextClear(from, limit))
              .isEqualTo(Math.min(limit, bits.nextClearBit(from)));
          int set = bits.nextSetBit(from);
          assertThat(window.nextSet(from, limit)).isEqualTo(set < 0 ? limit : Math.min(limit, set));
          assertThat(window.count(0, 10_000_000)).isEqualTo(bits.cardinality());
        }
      }
    }
  }
}
