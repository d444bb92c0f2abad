package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.Carried;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DoneBeyondTest {

  private static List<Carried.Stretch> random(Random random, long offset, int most, int longest) {
    List<Carried.Stretch> stretches = new ArrayList<>();
    long at = offset;
    int count = random.nextInt(most + 1);
    for (int i = 0; i < count; i++) {
      long from = at + 1 + random.nextInt(longest);
      long next = from + 1 + random.nextInt(longest);
      stretches.add(new Carried.Stretch(from, next));
      at = next;
    }
    return stretches;
  }

  @Test
  void whatIsWrittenIsReadAndFitsItsShare() {
    for (int seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      long offset = random.nextLong(1L << 40);
      List<Carried.Stretch> beyond =
          random(random, offset, 1 << random.nextInt(11), 1 << random.nextInt(4));
      if (beyond.isEmpty()) {
        continue;
      }
      String text = DoneBeyond.write(offset, beyond);

      assertThat(text.length()).as("seed %d", seed).isLessThanOrEqualTo(2802);
      if (beyond.get(beyond.size() - 1).next() - offset < 16_800) {
        assertThat(DoneBeyond.read(offset, text)).as("seed %d", seed).isEqualTo(beyond);
      }
    }
  }

  @Test
  void whatDoesNotFitIsLeftOutFromTheFarEnd() {
    List<Carried.Stretch> beyond = new ArrayList<>();
    for (long at = 1; at < 200_000; at += 3) {
      beyond.add(new Carried.Stretch(1000 + at, 1000 + at + 1));
    }
    String metadata = DoneBeyond.write(1000, beyond);
    List<Carried.Stretch> read = DoneBeyond.read(1000, metadata);

    assertThat(metadata.length()).isLessThanOrEqualTo(2802);
    assertThat(read).hasSizeGreaterThan(5000).isEqualTo(beyond.subList(0, read.size()));
  }

  @Test
  void fewFarStretchesAreCheap() {
    List<Carried.Stretch> beyond = List.of(new Carried.Stretch(5_000_000_000L, 5_000_100_000L));

    assertThat(DoneBeyond.write(10, beyond).length()).isLessThan(30);
    assertThat(DoneBeyond.read(10, DoneBeyond.write(10, beyond))).isEqualTo(beyond);
  }
}
