package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Positions that are not in the log, and what the pipeline has declared for them. */
class RangePolicyTest {
  private final TestTopic topic = new TestTopic(1);

  @Test
  void earliestGoesOnAtTheOldestRecordThatRetentionHasLeft() {
    topic.produce(20);
    topic.members().move(topic.partition(0), 2);
    topic.deleteBefore(0, 5);
    try (Member member = Member.of(topic).outOfRange(OutOfRange.EARLIEST).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));

      assertThat(member.engine().openedAt(lane)).isEqualTo(5);
      assertThat(member.awaitRecords(lane, 15)).startsWith(5L);
      assertThat(member.engine().failedLanes()).isEmpty();
    }
  }

  @Test
  void latestGoesOnWithWhatIsWrittenFromNowOn() {
    topic.produce(20);
    topic.members().move(topic.partition(0), 2);
    topic.deleteBefore(0, 5);
    try (Member member = Member.of(topic).outOfRange(OutOfRange.LATEST).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      assertThat(member.engine().openedAt(lane)).isEqualTo(20);

      topic.produce(20, 25);

      assertThat(member.awaitRecords(lane, 5)).startsWith(20L);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aLaneThatRetentionOvertakesGoesOnWithTheOldestRecordLeft(GroupProtocol protocol) {
    topic.produce(10);
    try (Member member = Member.of(topic).outOfRange(OutOfRange.EARLIEST).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);
      member.source().pause(lane);
      assertThat(member.settleAll(lane).settled()).hasSize(1);
      long read = member.probe().consumed();
      topic.produce(10, 30);
      await().atMost(Member.PATIENCE).until(() -> member.engine().ends().get(lane) != null);
      assertThat(member.probe().consumed()).isEqualTo(read);
      topic.deleteBefore(0, 25);

      member.source().resume(lane);

      member.awaitRecords(lane, 15);
      assertThat(member.engine().positions(lane)).endsWith(25L, 26L, 27L, 28L, 29L);
      assertThat(member.settleAll(lane).settled()).hasSize(1);
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 30L);
    }
  }

  @Test
  void aPositionBeyondTheEndStopsItsLaneAtTheAssignmentAndNamesTheLikelyReason() {
    topic.produce(5);
    topic.members().move(topic.partition(0), 1_000);
    try (Member member = Member.of(topic).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));

      await().atMost(Member.PATIENCE).until(() -> !member.engine().failedLanes().isEmpty());

      assertThat(member.engine().failedLanes().get(lane))
          .hasMessageContaining("probably recreated")
          .hasMessageContaining("worker seek");
      assertThat(member.engine().openedAt(lane)).isEqualTo(1_000);
    }
  }

  @Test
  void earliestReadsATopicThatWasMadeAnewFromItsStart() {
    topic.produce(5);
    topic.members().move(topic.partition(0), 1_000);
    try (Member member = Member.of(topic).outOfRange(OutOfRange.EARLIEST).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));

      assertThat(member.engine().openedAt(lane)).isZero();
      assertThat(member.awaitRecords(lane, 5)).startsWith(0L);
      assertThat(member.settleAll(lane).settled()).hasSize(1);
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 5L);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void ofATopicThatIsRecreatedWhileItIsReadNothingIsSkipped(GroupProtocol protocol) {
    topic.produce(3);
    topic.members().move(topic.partition(0), 3);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef old = member.awaitLane(topic.partition(0));
      await().atMost(Member.PATIENCE).until(() -> member.engine().ends().get(old) != null);

      topic.delete();
      topic.create();
      // Longer than the old one: what the consumer stood at is a position in it.
      topic.produce(10);

      await().atMost(Member.PATIENCE).until(() -> stopped(member) || readFromTheStart(member, old));
      assertThat(member.settle(old, 3).settled()).isEmpty();
    }
  }

  private static boolean stopped(Member member) {
    return member.engine().failedLanes().values().stream()
        .anyMatch(cause -> cause.getMessage().contains("was recreated"));
  }

  private static boolean readFromTheStart(Member member, LaneRef old) {
    LaneRef now = member.engine().lane(old.name());
    return now != null
        && !now.equals(old)
        && member.engine().openedAt(now) == 0
        && member.engine().positions(now).size() == 10;
  }
}
