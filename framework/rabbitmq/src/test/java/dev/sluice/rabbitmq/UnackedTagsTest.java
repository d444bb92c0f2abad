package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rabbitmq.UnackedTags.Act;
import dev.sluice.rabbitmq.UnackedTags.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnackedTagsTest {
  private final UnackedTags tags = new UnackedTags();

  @Test
  void aStretchThatNothingOpenPrecedesIsAnsweredAtOnce() {
    assertThat(tags.answer(Answer.ACK, 1, 101)).containsExactly(new Act(Answer.ACK, 100, true));
    assertThat(tags.answer(Answer.ACK, 101, 102)).containsExactly(new Act(Answer.ACK, 101, false));
    assertThat(tags.open(101)).isFalse();
    assertThat(tags.open(102)).isTrue();
  }

  @Test
  void aStretchBehindAnOpenDeliveryIsAnsweredOneByOne() {
    assertThat(tags.answer(Answer.ACK, 3, 5))
        .containsExactly(new Act(Answer.ACK, 3, false), new Act(Answer.ACK, 4, false));
    assertThat(tags.open(1)).isTrue();
    assertThat(tags.open(3)).isFalse();
  }

  @Test
  void whatWasAnsweredBeforeIsNotAnsweredAgain() {
    var unused = tags.answer(Answer.ACK, 3, 5);
    assertThat(tags.answer(Answer.ACK, 3, 5)).isEmpty();
    // 4 is known to the broker no more: 2 is the last that may be named.
    assertThat(tags.answer(Answer.ACK, 1, 5)).containsExactly(new Act(Answer.ACK, 2, true));
    assertThat(tags.open(4)).isFalse();
    assertThat(tags.open(5)).isTrue();
    assertThat(tags.answer(Answer.REQUEUE, 1, 5)).isEmpty();
  }

  /** A broker that ends the channel as a real one does, against random answers. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyDeliveryGetsTheAnswerThatWasMeantForItAndOnlyOne(long seed) {
    Random random = new Random(seed);
    int deliveries = 200_000;
    Map<Long, Answer> meant = new TreeMap<>();
    List<long[]> stretches = stretches(random, deliveries);
    NavigableMap<Long, Answer> outstanding = new TreeMap<>();
    for (long tag = 1; tag <= deliveries; tag++) {
      outstanding.put(tag, Answer.ACK);
    }
    Map<Long, Answer> got = new TreeMap<>();
    for (long[] each : stretches) {
      Answer answer = random.nextInt(4) == 0 ? Answer.REQUEUE : Answer.ACK;
      for (long tag = each[0]; tag < each[1]; tag++) {
        meant.putIfAbsent(tag, answer);
      }
      tags.answer(answer, each[0], each[1]).forEach(act -> receive(act, outstanding, got));
    }
    assertThat(got).isEqualTo(meant);
    assertThat(LongStream.rangeClosed(1, deliveries)).noneMatch(tags::open);
  }

  private static List<long[]> stretches(Random random, int deliveries) {
    List<long[]> all = new ArrayList<>();
    for (long from = 1; from <= deliveries; ) {
      long next = Math.min(deliveries + 1, from + 1 + random.nextInt(700));
      all.add(new long[] {from, next});
      from = next;
    }
    // Out of order, but not by more than what runs at once; and some are asked for again.
    for (int i = 0; i + 8 < all.size(); i += 8) {
      Collections.shuffle(all.subList(i, i + 8), random);
    }
    for (int i = 0; i < 50; i++) {
      all.add(random.nextInt(all.size()), all.get(0));
    }
    return all;
  }

  private static void receive(
      Act act, NavigableMap<Long, Answer> outstanding, Map<Long, Answer> got) {
    assertThat(outstanding).as("unknown delivery tag: the channel ends").containsKey(act.tag());
    Map<Long, Answer> answered =
        act.multiple()
            ? outstanding.headMap(act.tag(), true)
            : outstanding.subMap(act.tag(), true, act.tag(), true);
    answered.keySet().forEach(tag -> got.put(tag, act.answer()));
    answered.clear();
  }
}
