package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lanes that go on where the engine says and not where the group does. */
class PlacedLanesTest {
  private final TestTopic topic = new TestTopic(1);

  private Member member(GroupProtocol protocol) {
    Member member = Member.of(topic).with(protocol);
    member.engine().placeLanes();
    return member;
  }

  private static LaneRef awaitUnplaced(Member member) {
    return await()
        .atMost(Member.PATIENCE)
        .until(() -> member.engine().unplaced(), lanes -> lanes.size() == 1)
        .get(0);
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsDeliveredBeforeTheEngineHasSaidFromWhereAndTheOffsetsFollow(
      GroupProtocol protocol) {
    topic.produce(20);
    topic.members().move(topic.partition(0), 3);
    try (Member member = member(protocol).open()) {
      LaneRef lane = awaitUnplaced(member);
      assertThat(member.engine().point(lane).position()).isEqualTo(3);
      // The engine may pause and resume what it likes: without an answer nothing is read.
      member.source().pause(lane);
      member.source().resume(lane);
      member.awaitAsked();
      long turns = member.engine().turnCount();

      member.engine().place(lane, 11);

      assertThat(turns).isZero();
      assertThat(member.awaitRecords(lane, 9).subList(0, 9))
          .containsExactlyElementsOf(List.of(11L, 12L, 13L, 14L, 15L, 16L, 17L, 18L, 19L));
      assertThat(member.settleAll(lane).settled()).hasSize(1);
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 20L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLaneThatIsTakenAwayWithoutAnAnswerIsLetGo(GroupProtocol protocol) {
    topic.produce(20);
    topic.members().move(topic.partition(0), 3);
    try (Member heir = member(protocol)) {
      try (Member member = member(protocol).open()) {
        awaitUnplaced(member);
        heir.open();
      }
      LaneRef lane = awaitUnplaced(heir);
      assertThat(heir.engine().point(lane).position()).isEqualTo(3);

      heir.engine().place(lane, 19);

      assertThat(heir.awaitRecords(lane, 1)).containsExactly(19L);
    }
  }

  @Test
  void aLaneThatIsLostWithoutAnAnswerIsAskedForAgain() {
    topic.produce(20);
    try (Member member = member(GroupProtocol.COOPERATIVE).open()) {
      LaneRef lost = awaitUnplaced(member);

      topic.members().throwOut();

      LaneRef again =
          await()
              .atMost(Member.PATIENCE)
              .until(
                  () -> member.engine().unplaced(),
                  lanes -> lanes.size() == 1 && !lanes.contains(lost))
              .get(0);
      member.engine().place(lost, 2);
      member.engine().place(again, 15);
      assertThat(member.awaitRecords(again, 5)).containsExactly(15L, 16L, 17L, 18L, 19L);
      assertThat(member.engine().deliveries(lost)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPlaceBehindTheLogStopsTheLaneWhateverThePolicy(OutOfRange policy) {
    topic.produce(20);
    try (Member member = member(GroupProtocol.COOPERATIVE).outOfRange(policy).open()) {
      LaneRef lane = awaitUnplaced(member);

      member.engine().place(lane, 1_000);

      await().atMost(Member.PATIENCE).until(() -> !member.engine().failedLanes().isEmpty());
      assertThat(member.engine().failedLanes().get(lane))
          .hasMessageContaining("position 1000 is beyond the end of the log, 20")
          .hasMessageContaining("another pipeline.name");
      assertThat(member.engine().deliveries(lane)).isEmpty();
    }
  }

  @Test
  void aPlaceThatRetentionHasDeletedGoesOnAtTheOldestRecordIfThatIsThePolicy() {
    topic.produce(20);
    topic.deleteBefore(0, 8);
    try (Member member = member(GroupProtocol.COOPERATIVE).outOfRange(OutOfRange.EARLIEST).open()) {
      LaneRef lane = awaitUnplaced(member);

      member.engine().place(lane, 5);

      assertThat(member.awaitRecords(lane, 12)).startsWith(8L);
      assertThat(member.engine().failedLanes()).isEmpty();
    }
  }
}
