package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.spi.Batch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LaneBufferTest {
  private final LaneBuffer buffer = new LaneBuffer();

  private static List<String> values(RawChunk chunk) {
    List<String> values = new ArrayList<>();
    for (RawChunk.Stretch stretch : chunk.stretches()) {
      Batch batch = stretch.batch();
      for (int i = stretch.from(); i < stretch.to(); i++) {
        values.add(new String(batch.value(i), StandardCharsets.UTF_8));
      }
    }
    return values;
  }

  @Test
  void aChunkIsCutAcrossBatchesUpToTheBoundOfRecords() {
    buffer.add(FakeBatch.from(0, "a", "b"));
    buffer.add(FakeBatch.from(2, "c", "d", "e"));

    assertThat(values(buffer.cut(4, 100))).containsExactly("a", "b", "c", "d");
    assertThat(buffer.records()).isEqualTo(1);
    assertThat(buffer.bytes()).isEqualTo(1);
    assertThat(values(buffer.cut(4, 100))).containsExactly("e");
    assertThat(buffer.isEmpty()).isTrue();
  }

  @Test
  void bytesBoundAChunkButNeverBelowOneRecord() {
    buffer.add(FakeBatch.from(0, "long one", "b", "c"));

    assertThat(values(buffer.cut(10, 2))).containsExactly("long one");
    assertThat(values(buffer.cut(10, 2))).containsExactly("b", "c");
  }

  @Test
  void aBatchWhoseFirstRecordDoesNotFitAnyMoreIsLeftWhole() {
    buffer.add(FakeBatch.from(0, "aa"));
    buffer.add(FakeBatch.from(1, "bb", "c"));

    assertThat(values(buffer.cut(10, 3))).containsExactly("aa");
    assertThat(values(buffer.cut(10, 3))).containsExactly("bb", "c");
  }

  @Test
  void whatIsPutBackComesFirst() {
    buffer.add(FakeBatch.from(0, "a", "b"));
    buffer.add(FakeBatch.from(2, "c", "d"));
    RawChunk chunk = buffer.cut(3, 100);
    buffer.unread(chunk.tail(1));

    assertThat(buffer.records()).isEqualTo(3);
    assertThat(buffer.bytes()).isEqualTo(3);
    assertThat(values(buffer.cut(10, 100))).containsExactly("b", "c", "d");
  }

  @Test
  void anEmptyBufferCanNotBeCut() {
    assertThatIllegalStateException().isThrownBy(() -> buffer.cut(1, 1));
  }

  @Test
  void clearingForgetsEverything() {
    buffer.add(FakeBatch.from(0, "a", "b"));
    buffer.clear();

    assertThat(buffer.isEmpty()).isTrue();
    assertThat(buffer.bytes()).isZero();
  }

  @Test
  void howeverItIsCutAndPutBackNothingIsLostOrReordered() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      LaneBuffer cutting = new LaneBuffer();
      List<String> expected = new ArrayList<>();
      long position = 0;
      for (int i = 0; i < 5; i++) {
        String[] values = new String[1 + random.nextInt(6)];
        for (int j = 0; j < values.length; j++) {
          values[j] = "x".repeat(random.nextInt(4)) + position++;
          expected.add(values[j]);
        }
        cutting.add(FakeBatch.from(position - values.length, values));
      }
      List<String> seen = new ArrayList<>();
      while (!cutting.isEmpty()) {
        RawChunk chunk = cutting.cut(1 + random.nextInt(7), 1 + random.nextInt(20));
        int kept = 1 + random.nextInt(chunk.size());
        seen.addAll(values(chunk.head(kept)));
        if (kept < chunk.size()) {
          cutting.unread(chunk.tail(kept));
        }
      }

      assertThat(seen).as("seed %d", seed).isEqualTo(expected);
      assertThat(cutting.bytes()).as("seed %d", seed).isZero();
    }
  }
}
