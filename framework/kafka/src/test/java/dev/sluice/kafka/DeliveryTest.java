package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeliveryTest {
  private static final String READ_COMMITTED = "read_committed";

  @ParameterizedTest
  @EnumSource
  void recordsOfALaneArriveInTheirOrderAndNoneIsMissing(GroupProtocol protocol) {
    TestTopic topic = new TestTopic(3);
    topic.produce(6_000);
    try (Member member = Member.of(topic).with(protocol).open()) {
      for (int partition = 0; partition < 3; partition++) {
        LaneRef lane = member.awaitLane(topic.partition(partition));
        member.awaitRecords(lane, 2_000);
        assertThat(member.engine().openedAt(lane)).isZero();
        assertThat(member.engine().positions(lane))
            .isEqualTo(LongStream.range(0, 2_000).boxed().toList());
        assertThat(member.engine().next(lane)).isEqualTo(2_000);
      }
    }
  }

  @Test
  void theNextPositionLiesBehindTheMarkerOfATransaction() {
    TestTopic topic = new TestTopic(1);
    topic.produceInTransactions(0, "a", "b", "c");
    try (Member member = Member.of(topic).with("isolation.level", READ_COMMITTED).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));

      assertThat(member.awaitRecords(lane, 3)).isEqualTo(List.of(0L, 2L, 4L));
      assertThat(member.engine().next(lane)).isEqualTo(6);
      assertThat(member.settleAll(lane).settled()).hasSize(1);
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 6L);
    }
  }

  @Test
  void recordsOfAnAbortedTransactionAreAGap() {
    TestTopic topic = new TestTopic(1);
    topic.produceInTransactions(0, "a");
    topic.produceAborted(0, "x", "y", "z");
    topic.produceInTransactions(0, "b");
    try (Member member = Member.of(topic).with("isolation.level", READ_COMMITTED).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 2);

      assertThat(member.engine().values(lane)).containsExactly("a", "b");
      assertThat(member.engine().positions(lane)).containsExactly(0L, 6L);
      assertThat(member.settleAll(lane).settled()).hasSize(1);
    }
    topic.produceInTransactions(0, "c");
    try (Member again = Member.of(topic).with("isolation.level", READ_COMMITTED).open()) {
      LaneRef lane = again.awaitLane(topic.partition(0));
      again.awaitRecords(lane, 1);

      assertThat(again.engine().values(lane)).containsExactly("c");
    }
  }

  @Test
  void aFreshGroupStartsAtTheOldestRecordThereIs() {
    TestTopic topic = new TestTopic(1);
    topic.produce(10);
    topic.deleteBefore(0, 4);
    try (Member member = Member.of(topic).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 6);

      assertThat(member.engine().openedAt(lane)).isEqualTo(4);
      assertThat(member.engine().positions(lane)).startsWith(4L).hasSize(6);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aGroupWithPositionsForSomePartitionsStartsThereAndElsewhereAtTheBeginning(
      GroupProtocol protocol) {
    TestTopic topic = new TestTopic(2);
    topic.produce(20);
    topic.members().move(topic.partition(1), 7);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef known = member.awaitLane(topic.partition(1));
      LaneRef fresh = member.awaitLane(topic.partition(0));
      member.awaitRecords(known, 3);
      member.awaitRecords(fresh, 10);

      assertThat(member.engine().openedAt(known)).isEqualTo(7);
      assertThat(member.engine().positions(known)).containsExactly(7L, 8L, 9L);
      assertThat(member.engine().openedAt(fresh)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasSettledIsNotReadAgainAndEverythingElseIs(GroupProtocol protocol) {
    TestTopic topic = new TestTopic(1);
    topic.produce(10);
    try (Member first = Member.of(topic).with(protocol).open()) {
      LaneRef lane = first.awaitLane(topic.partition(0));
      first.awaitRecords(lane, 10);
      first.settle(lane, 6);
    }
    try (Member second = Member.of(topic).with(protocol).open()) {
      LaneRef lane = second.awaitLane(topic.partition(0));

      assertThat(second.awaitRecords(lane, 4)).containsExactly(6L, 7L, 8L, 9L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsCommittedThatWasNotSettled(GroupProtocol protocol) {
    TestTopic topic = new TestTopic(2);
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef settled = member.awaitLane(topic.partition(0));
      member.awaitRecords(settled, 10);
      member.awaitRecords(member.awaitLane(topic.partition(1)), 10);
      member.settle(settled, 3);
    }
    assertThat(topic.members().committed()).isEqualTo(Map.of(topic.partition(0), 3L));
  }

  @Test
  void aPausedLaneDeliversNothingMoreWhileTheOthersGoOn() {
    TestTopic topic = new TestTopic(2);
    topic.produce(20);
    try (Member member = Member.of(topic).open()) {
      LaneRef paused = member.awaitLane(topic.partition(0));
      LaneRef open = member.awaitLane(topic.partition(1));
      member.awaitRecords(paused, 10);
      member.source().pause(paused);
      member.source().pause(paused);
      member.settleAll(paused);

      topic.produce(20, 40);
      member.awaitRecords(open, 20);
      topic.produce(40, 60);
      member.awaitRecords(open, 30);

      assertThat(member.engine().positions(paused)).hasSize(10);
      member.source().resume(paused);
      assertThat(member.awaitRecords(paused, 30))
          .isEqualTo(LongStream.range(0, 30).boxed().toList());
    }
  }

  @Test
  void pausingALaneOfAnotherGenerationPausesNothing() {
    TestTopic topic = new TestTopic(1);
    try (Member member = Member.of(topic).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.source().pause(new LaneRef(lane.name(), lane.generation() + 1));
      member.source().pause(new LaneRef("elsewhere-0", 1));

      topic.produce(10);

      assertThat(member.awaitRecords(lane, 10)).hasSize(10);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void theEndOfEachLaneIsReported(GroupProtocol protocol) {
    TestTopic topic = new TestTopic(1);
    topic.produce(30);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));

      await()
          .atMost(Member.PATIENCE)
          .until(() -> Long.valueOf(30).equals(member.engine().ends().get(lane)));
    }
  }
}
