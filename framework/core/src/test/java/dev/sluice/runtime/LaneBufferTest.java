package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.progress.LaneLedger;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settling;
import dev.sluice.spi.Batch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LaneBufferTest {
  /** Looks at each record; all of those here may share a chunk. */
  private final Joining joining = joining(-1);

  private static Joining joining(long... alone) {
    Joining made =
        new Joining(LaneLedger.of(new LaneRef("a", 1), ResumePoint.at(0), Settling.INDIVIDUAL));
    made.alone(Arrays.stream(alone).boxed().toList());
    return made;
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

    assertThat(values(buffer.cut(4, 100, joining))).containsExactly("a", "b", "c", "d");
    assertThat(buffer.records()).isEqualTo(1);
    assertThat(buffer.bytes()).isEqualTo(1);
    assertThat(values(buffer.cut(4, 100, joining))).containsExactly("e");
    assertThat(buffer.isEmpty()).isTrue();
  }

  @Test
  void bytesBoundAChunkButNeverBelowOneRecord() {
    add(buffer, FakeBatch.from(0, "long one", "b", "c"));

    assertThat(values(buffer.cut(10, 2, joining))).containsExactly("long one");
    assertThat(values(buffer.cut(10, 2, joining))).containsExactly("b", "c");
  }

  @Test
  void aBatchWhoseFirstRecordDoesNotFitAnyMoreIsLeftWhole() {
    add(buffer, FakeBatch.from(0, "aa"));
    add(buffer, FakeBatch.from(1, "bb", "c"));

    assertThat(values(buffer.cut(10, 3, joining))).containsExactly("aa");
    assertThat(values(buffer.cut(10, 3, joining))).containsExactly("bb", "c");
  }

  @Test
  void aSuspectRecordStandsAlone() {
    add(buffer, FakeBatch.from(0, "a", "b", "suspect"));
    add(buffer, FakeBatch.from(3, "c", "d"));
    Joining suspecting = joining(2);

    assertThat(values(suspecting.cut(buffer.cut(9, 100, suspecting)))).containsExactly("a", "b");
    assertThat(values(suspecting.cut(buffer.cut(9, 100, suspecting)))).containsExactly("suspect");
    assertThat(suspecting.free()).isTrue();
    assertThat(values(suspecting.cut(buffer.cut(9, 100, suspecting)))).containsExactly("c", "d");
  }

  @Test
  void aRecordIsTakenOutWhereverItStands() {
    for (int out = 10; out < 15; out++) {
      LaneBuffer from = new LaneBuffer();
      from.add(FakeBatch.from(0, "a", "b"), 10, 0, 2);
      from.add(FakeBatch.from(2, "c", "d", "e"), 12, 0, 3);
      List<String> others = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
      others.remove(out - 10);

      assertThat(from.remove(out)).isTrue();
      assertThat(from.remove(out)).isFalse();
      assertThat(from.remove(15)).isFalse();
      assertThat(from.records()).isEqualTo(4);
      assertThat(from.bytes()).isEqualTo(4);
      assertThat(values(from.cut(9, 100, joining))).isEqualTo(others);
    }
  }

  @Test
  void anEmptyBufferCanNotBeCut() {
    assertThatIllegalStateException().isThrownBy(() -> buffer.cut(1, 1, joining));
  }

  @Test
  void drainingGivesWhatIsLeftAndForgetsIt() {
    add(buffer, FakeBatch.from(0, "a", "b"));
    add(buffer, FakeBatch.from(2, "c"));
    buffer.cut(1, 100, joining);

    assertThat(values(buffer.drain())).containsExactly("b", "c");
    assertThat(buffer.isEmpty()).isTrue();
    assertThat(buffer.bytes()).isZero();
    assertThat(buffer.drain()).isNull();
  }

  @Test
  void eachRecordKeepsItsNumber() {
    buffer.add(FakeBatch.from(7, "a", "b", "c"), 100, 1, 3);
    add(buffer, FakeBatch.from(10, "d"), 103);

    RawChunk chunk = buffer.cut(10, 100, joining);
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
        RawChunk chunk = cutting.cut(1 + random.nextInt(7), 1 + random.nextInt(20), joining);
        seen.addAll(values(chunk));
      }

      assertThat(seen).as("seed %d", seed).isEqualTo(expected);
      assertThat(cutting.bytes()).as("seed %d", seed).isZero();
    }
  }
}
