package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RawChunkTest {
  /** Positions 3, 5 and 9 of a batch that goes on to 12, then 12 and 13 of one that ends at 20. */
  private final RawChunk chunk =
      new Stretches(
          List.of(
              new Stretches.Stretch(
                  new FakeBatch(new long[] {1, 3, 5, 9}, new String[] {"-", "a", "bb", "ccc"}, 12),
                  10,
                  1,
                  4),
              new Stretches.Stretch(
                  new FakeBatch(new long[] {12, 13}, new String[] {"d", "e"}, 20), 14, 0, 2)));

  @Test
  void aChunkKnowsItsEdgesGapsIncluded() {
    assertThat(chunk.size()).isEqualTo(5);
    assertThat(chunk.bytes()).isEqualTo(8);
    assertThat(chunk.firstPosition()).isEqualTo(3);
    assertThat(chunk.positionAfter(4)).isEqualTo(20);
  }

  @Test
  void thePositionAfterSomeRecordsIsTheNextRecordsOrTheBatchsNext() {
    assertThat(chunk.positionAfter(0)).isEqualTo(5);
    assertThat(chunk.positionAfter(1)).isEqualTo(9);
    assertThat(chunk.positionAfter(2)).isEqualTo(12);
    assertThat(chunk.positionAfter(3)).isEqualTo(13);
    assertThat(chunk.positionAfter(4)).isEqualTo(20);
  }

  @Test
  void headAndTailMakeUpTheWhole() {
    for (int i = 1; i < chunk.size(); i++) {
      assertThat(chunk.head(i).size()).isEqualTo(i);
      assertThat(chunk.tail(i).size()).isEqualTo(chunk.size() - i);
      assertThat(chunk.head(i).positionAfter(i - 1)).isEqualTo(chunk.tail(i).firstPosition());
      assertThat(chunk.tail(i).number(0)).isEqualTo(chunk.number(i));
      assertThat(chunk.head(i).bytes() + chunk.tail(i).bytes()).isEqualTo(chunk.bytes());
    }
    assertThat(chunk.tail(0).size()).isEqualTo(5);
    assertThat(chunk.head(5)).isSameAs(chunk);
  }

  @Test
  void recordsPickedOutOfAChunkKeepTheirNumbersAndPositions() {
    RawChunk picks = Picks.of(chunk, new int[] {0, 2, 4, 0, 0}, 3);

    assertThat(picks.size()).isEqualTo(3);
    assertThat(picks.position(1)).isEqualTo(9);
    assertThat(picks.number(1)).isEqualTo(13);
    assertThat(picks.tail(2).number(0)).isEqualTo(15);
    assertThat(picks.head(2).bytes()).isEqualTo(4);
    List<String> runs = new ArrayList<>();
    chunk.runs((from, to) -> runs.add(from + "-" + to));
    picks.runs((from, to) -> runs.add(from + "-" + to));
    assertThat(runs).containsExactly("11-16", "11-12", "13-14", "15-16");
  }

  @Test
  void whatHandlersSeeFollowsTheStretches() {
    DecodedChunk<String> decoded =
        new DecodedChunk<>("a", chunk, new String[] {"A", "B", "C", "D", "E"}, 2);

    assertThat(decoded.records().stream().map(r -> r.position()))
        .containsExactly(3L, 5L, 9L, 12L, 13L);
    assertThat(decoded.records().stream().map(r -> r.value()))
        .containsExactly("A", "B", "C", "D", "E");
    assertThat(decoded.get(3).timestamp()).isEqualTo(1012);
    assertThat(decoded.get(3).header("kind")).contains(new byte[] {'d'});
    assertThat(decoded.get(3).key())
        .contains("key of d".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(decoded.attempt()).isEqualTo(2);
    assertThat(decoded.indexOf(decoded.get(4))).isEqualTo(4);
  }
}
