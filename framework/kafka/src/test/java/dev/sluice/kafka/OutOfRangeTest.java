package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A position that is not in the log stops its lane; it never jumps, and no other lane notices. */
class OutOfRangeTest {
  private final TestTopic topic = new TestTopic(2);

  private void assertStopsOnlyTheFirstLane(Member member, long position) {
    LaneRef broken = member.awaitLane(topic.partition(0));
    LaneRef healthy = member.awaitLane(topic.partition(1));
    await().atMost(Member.PATIENCE).until(() -> !member.engine().failedLanes().isEmpty());

    assertThat(member.engine().failedLanes()).containsOnlyKeys(broken);
    assertThat(member.engine().failedLanes().get(broken))
        .hasMessageContaining("position " + position)
        .hasMessageContaining("worker seek");
    topic.produce(20, 40);
    member.awaitRecords(healthy, 20);
    assertThat(member.settleAll(healthy).settled()).hasSize(1);
    topic.produce(40, 60);
    member.awaitRecords(healthy, 30);
    assertThat(member.engine().failures()).isEmpty();
    assertThat(member.engine().lanes()).contains(broken, healthy);
  }

  @ParameterizedTest
  @EnumSource
  void aPositionBeforeTheLogStopsItsLane(GroupProtocol protocol) {
    topic.produce(20);
    topic.members().move(topic.partition(0), 2);
    topic.deleteBefore(0, 5);
    try (Member member = Member.of(topic).with(protocol).open()) {
      assertStopsOnlyTheFirstLane(member, 2);

      assertThat(member.engine().deliveries(member.awaitLane(topic.partition(0)))).isEmpty();
    }
    assertThat(topic.members().committed()).containsEntry(topic.partition(0), 2L);
  }

  @ParameterizedTest
  @EnumSource
  void aPositionBehindTheLogStopsItsLane(GroupProtocol protocol) {
    topic.produce(20);
    topic.members().move(topic.partition(0), 1_000);
    try (Member member = Member.of(topic).with(protocol).open()) {
      assertStopsOnlyTheFirstLane(member, 1_000);

      assertThat(member.engine().deliveries(member.awaitLane(topic.partition(0)))).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aLaneThatIsOvertakenByRetentionStopsAndKeepsWhatItHasDone(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef overtaken = member.awaitLane(topic.partition(0));
      member.awaitRecords(overtaken, 10);
      member.source().pause(overtaken);
      assertThat(member.settleAll(overtaken).settled()).hasSize(1);
      // A fetch that was under way at the pause has come back when this one has.
      topic.produceInTransactions(1, "other");
      member.awaitRecords(member.awaitLane(topic.partition(1)), 11);
      topic.produce(20, 60);
      topic.deleteBefore(0, 25);

      member.source().resume(overtaken);

      await().atMost(Member.PATIENCE).until(() -> !member.engine().failedLanes().isEmpty());
      assertThat(member.engine().failedLanes()).containsOnlyKeys(overtaken);
      assertThat(member.engine().positions(overtaken)).hasSize(10);
      assertThat(member.settleAll(overtaken).settled()).hasSize(1);
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 10L);
    }
  }
}
