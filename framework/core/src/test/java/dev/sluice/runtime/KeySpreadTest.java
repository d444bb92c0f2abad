package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySpreadTest {

  @ParameterizedTest
  @CsvSource({
    "1, 64",
    "8, 64",
    "16, 64",
    "17, 128",
    "100, 512",
    "1000, 4096",
    "16384, 65536",
    "16385, 65536",
    "2147483647, 65536"
  })
  void thereAreFourSlotsAChunkWithinBounds(int maxChunks, int slots) {
    assertThat(KeySlots.slots(maxChunks)).isEqualTo(slots);
  }

  @Test
  void equalKeysFallIntoOneSlot() {
    byte[] one = "aircraft-17".getBytes(StandardCharsets.UTF_8);

    assertThat(KeyHash.of(one.clone())).isEqualTo(KeyHash.of(one));
  }

  @Test
  void keysThatLookAlikeAreSpreadOverAllSlots() {
    int slots = 64;
    int[] taken = new int[slots];
    int keys = 64_000;
    for (int i = 0; i < keys; i++) {
      byte[] key = ("customer-" + i).getBytes(StandardCharsets.UTF_8);
      taken[KeyHash.spread(KeyHash.of(key)) & (slots - 1)]++;
    }
    // A thousand each; six standard deviations are 190.
    assertThat(Arrays.stream(taken)).allMatch(count -> count >= 810 && count <= 1190);
  }

  @Test
  void numbersOneAfterTheOtherAreSpreadToo() {
    int[] taken = new int[64];
    for (long number = 0; number < 64_000; number++) {
      taken[KeyHash.spread(Long.hashCode(number)) & 63]++;
    }
    assertThat(Arrays.stream(taken)).allMatch(count -> count >= 810 && count <= 1190);
  }
}
