package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumeState;
import dev.sluice.progress.Settlement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitSettlementTest {
  private static final LaneRef LANE = new LaneRef("jobs/default", 1);

  private static List<Claim> claims(long... tokens) {
    return Arrays.stream(tokens).mapToObj(token -> new Claim(token, token)).toList();
  }

  @Test
  void oneOutcomeLeavesTheSettlementAsItIs() {
    Settlement whole = new Settlement.Done(LANE, 3, 10, 3);

    assertThat(SplitSettlement.split(whole, claims(3, 5, 9), Set.of(3L, 5L, 9L)))
        .containsExactly(new SplitSettlement.Part(whole, true));
    assertThat(SplitSettlement.split(whole, claims(3, 5, 9), Set.of()))
        .containsExactly(new SplitSettlement.Part(whole, false));
  }

  @Test
  void aPartKeepsTheStatesOfItsOwnRecords() {
    ResumeState first = new ResumeState(3, new byte[] {1});
    ResumeState last = new ResumeState(9, new byte[] {2});
    Settlement whole = new Settlement.HandBack(LANE, 3, 10, 2, List.of(first, last));

    assertThat(SplitSettlement.split(whole, claims(3, 9), Set.of(9L)))
        .containsExactly(
            new SplitSettlement.Part(new Settlement.HandBack(LANE, 3, 9, 1, List.of(first)), false),
            new SplitSettlement.Part(new Settlement.HandBack(LANE, 9, 10, 1, List.of(last)), true));
  }

  @Test
  void whatIsCarriedGoesWithTheLastPart() {
    Carried carried = new Carried(List.of(), List.of(new ResumeState(10, new byte[] {1})));
    Settlement whole = new Settlement.Done(LANE, 3, 10, 2, carried);

    assertThat(SplitSettlement.split(whole, claims(3, 9), Set.of(3L)))
        .containsExactly(
            new SplitSettlement.Part(new Settlement.Done(LANE, 3, 9, 1), true),
            new SplitSettlement.Part(new Settlement.Done(LANE, 9, 10, 1, carried), false));
  }

  @Test
  void recordsThatAreNotClaimedAnyMoreAreStale() {
    List<SplitSettlement.Part> parts =
        SplitSettlement.split(new Settlement.Done(LANE, 3, 10, 5), claims(3, 9), Set.of(3L, 9L));

    assertThat(
            parts.stream()
                .filter(SplitSettlement.Part::settled)
                .mapToLong(SplitSettlementTest::records)
                .sum())
        .isEqualTo(2);
    assertThat(
            parts.stream()
                .filter(part -> !part.settled())
                .mapToLong(SplitSettlementTest::records)
                .sum())
        .isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void partsCoverTheSettlementInOrderAndAlternate(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      TreeSet<Long> tokens = new TreeSet<>();
      for (int i = 0; i <= random.nextInt(12); i++) {
        tokens.add((long) random.nextInt(40));
      }
      Set<Long> held =
          tokens.stream().filter(token -> random.nextBoolean()).collect(Collectors.toSet());
      Settlement whole =
          new Settlement.Done(LANE, tokens.first(), tokens.last() + 1, tokens.size());

      List<SplitSettlement.Part> parts =
          SplitSettlement.split(
              whole, tokens.stream().map(token -> new Claim(token, token)).toList(), held);

      long from = whole.from();
      for (int i = 0; i < parts.size(); i++) {
        Settlement part = parts.get(i).settlement();
        assertThat(part.from()).isEqualTo(from);
        Set<Long> inside = tokens.subSet(part.from(), part.next());
        assertThat(part.records()).isEqualTo(inside.size());
        boolean settled = parts.get(i).settled();
        assertThat(inside).allMatch(token -> held.contains(token) == settled);
        assertThat(i == 0 || parts.get(i - 1).settled() != settled).isTrue();
        from = part.next();
      }
      assertThat(from).isEqualTo(whole.next());
    }
  }

  private static long records(SplitSettlement.Part part) {
    return part.settlement().records();
  }
}
