package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Idleness;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdlenessTest {

  private static void awaitIdleness(Member member, Set<LaneRef> except, Idleness expected) {
    await()
        .atMost(Member.PATIENCE)
        .until(() -> Member.get(member.source().idleness(except)) == expected);
  }

  @ParameterizedTest
  @EnumSource
  void aMemberThatHasReadEverythingIsIdleAndAlsoOneWithoutRecords(GroupProtocol protocol) {
    TestTopic topic = new TestTopic(2);
    try (Member member = Member.of(topic).with(protocol).open()) {
      member.awaitLanes(2);
      awaitIdleness(member, Set.of(), Idleness.IDLE);

      topic.produce(20);
      awaitIdleness(member, Set.of(), Idleness.IDLE);
      assertThat(member.engine().positions(member.awaitLane(topic.partition(0)))).hasSize(10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLaneThatIsNotReadToItsEndIsBehindUnlessItDoesNotCount(GroupProtocol protocol) {
    TestTopic topic = new TestTopic(2);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef halted = member.awaitLane(topic.partition(0));
      LaneRef open = member.awaitLane(topic.partition(1));
      member.source().pause(halted);
      member.awaitAsked();
      topic.produce(20);
      member.awaitRecords(open, 10);

      assertThat(Member.get(member.source().idleness(Set.of()))).isEqualTo(Idleness.BEHIND);
      awaitIdleness(member, Set.of(halted), Idleness.IDLE);
      member.source().resume(halted);
      awaitIdleness(member, Set.of(), Idleness.IDLE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMemberWithoutLanesIsNeverIdle(GroupProtocol protocol) {
    TestTopic topic = new TestTopic(1);
    try (Member first = Member.of(topic).with(protocol).open();
        Member second = Member.of(topic).with(protocol)) {
      first.awaitLanes(1);
      second.open();
      await().atMost(Member.PATIENCE).until(() -> topic.members().clientIds().size() == 2);

      // Which of the two has the lane is the assignor's choice.
      await()
          .atMost(Member.PATIENCE)
          .until(
              () ->
                  EnumSet.of(
                          Member.get(first.source().idleness(Set.of())),
                          Member.get(second.source().idleness(Set.of())))
                      .equals(Set.of(Idleness.IDLE, Idleness.NO_LANES)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void lanesThatNobodyOwnsYetKeepAMemberFromBeingIdle(GroupProtocol protocol) {
    TestTopic topic = new TestTopic(1);
    try (Member member = Member.of(topic).with(protocol).open()) {
      member.awaitLanes(1);
      awaitIdleness(member, Set.of(), Idleness.IDLE);

      // With the classic protocol members hear of it minutes later.
      TestGroup.ask(
          topic.bootstrapServers(),
          admin ->
              admin
                  .createPartitions(Map.of(topic.name(), NewPartitions.increaseTo(2)))
                  .all()
                  .get());

      if (protocol == GroupProtocol.BROKER_SIDE) {
        member.awaitLanes(2);
        awaitIdleness(member, Set.of(), Idleness.IDLE);
      } else {
        awaitIdleness(member, Set.of(), Idleness.UNOWNED_LANES);
      }
    }
  }

  @Test
  void aLaneWhoseLastRecordsWereAbortedIsReadToItsEnd() {
    TestTopic topic = new TestTopic(1);
    topic.produceInTransactions(0, "a");
    topic.produceAborted(0, "x", "y");
    try (Member member = Member.of(topic).with("isolation.level", "read_committed").open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 1);

      awaitIdleness(member, Set.of(), Idleness.IDLE);
    }
  }
}
