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
  private static boolean bound(long position) {
    return position < 0;
  }

  private final LaneBuffer buffer = new LaneBuffer();

  private static void add(LaneBuffer buffer, Batch batch) {
    add(buffer, batch, batch.position(0));
  }

  private static void add(LaneBuffer buffer, Batch batch, long first) {
    buffer.add(batch, first, 0, batch.size());
  }

  private static List<String> values(RawChunk chunk) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < chunk.size(); i++) {
      values.add(new String(chunk.batch(i).value(chunk.inBatch(i)), StandardCharsets.UTF_8));
    }
    return values;
  }

  @Test
  void aChunkIsCutAcrossBatchesUpToTheBoundOfRecords() {
    add(buffer, FakeBatch.from(0, "a", "b"));
    add(buffer, FakeBatch.from(2, "c", "d", "e"));

    assertThat(values(buffer.cut(4, 100, LaneBufferTest::bound)))
        .containsExactly("a", "b", "c", "d");
    assertThat(buffer.records()).isEqualTo(1);
    assertThat(buffer.bytes()).isEqualTo(1);
    assertThat(values(buffer.cut(4, 100, LaneBufferTest::bound))).containsExactly("e");
    assertThat(buffer.isEmpty()).isTrue();
  }

  @Test
  void bytesBoundAChunkButNeverBelowOneRecord() {
    add(buffer, FakeBatch.from(0, "long one", "b", "c"));

    assertThat(values(buffer.cut(10, 2, LaneBufferTest::bound))).containsExactly("long one");
    assertThat(values(buffer.cut(10, 2, LaneBufferTest::bound))).containsExactly("b", "c");
  }

  @Test
  void aBatchWhoseFirstRecordDoesNotFitAnyMoreIsLeftWhole() {
    add(buffer, FakeBatch.from(0, "aa"));
    add(buffer, FakeBatch.from(1, "bb", "c"));

    assertThat(values(buffer.cut(10, 3, LaneBufferTest::bound))).containsExactly("aa");
    assertThat(values(buffer.cut(10, 3, LaneBufferTest::bound))).containsExactly("bb", "c");
  }

  @Test
  void anEmptyBufferCanNotBeCut() {
    assertThatIllegalStateException().isThrownBy(() -> buffer.cut(1, 1, LaneBufferTest::bound));
  }

  @Test
  void drainingGivesWhatIsLeftAndForgetsIt() {
    add(buffer, FakeBatch.from(0, "a", "b"));
    add(buffer, FakeBatch.from(2, "c"));
    buffer.cut(1, 100, LaneBufferTest::bound);

    assertThat(values(buffer.drain())).containsExactly("b", "c");
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(buffer.bytes()).isZero();
    assertThat(buffer.drain()).isNull();
  }

  @Test
  void eachRecordKeepsItsNumber() {
    buffer.add(FakeBatch.from(7, "a", "b", "c"), 100, 1, 3);
    add(buffer, FakeBatch.from(10, "d"), 103);

    RawChunk chunk = buffer.cut(10, 100, LaneBufferTest::bound);
    assertThat(values(chunk)).containsExactly("b", "c", "d");
    assertThat(chunk.number(0)).isEqualTo(101);
    assertThat(chunk.number(2)).isEqualTo(103);
    assertThat(chunk.position(1)).isEqualTo(9);
  }

  @Test
  void howeverItIsCutNothingIsLostOrReordered() {
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
        add(cutting, FakeBatch.from(position - values.length, values));
      }
      List<String> seen = new ArrayList<>();
      while (!cutting.isEmpty()) {
        RawChunk chunk =
            cutting.cut(1 + random.nextInt(7), 1 + random.nextInt(20), LaneBufferTest::bound);
        seen.addAll(values(chunk));
      }

      assertThat(seen).as("seed %d", seed).isEqualTo(expected);
      assertThat(cutting.bytes()).as("seed %d", seed).isZero();
    }
  }
}
