package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may happen while a rebalance is under way. */
class RebalanceTest {
  private static final Duration WITHIN = Duration.ofSeconds(10);
  private static final Link LINK = LinkedBroker.shared().link();

  private final TestTopic topic = new TestTopic(3);

  @AfterEach
  void release() {
    LINK.release();
  }

  private Member owner(GroupProtocol protocol) {
    topic.produce(30);
    Member owner = Member.of(topic).with(protocol).open();
    for (LaneRef lane : owner.awaitLanes(3)) {
      owner.awaitRecords(lane, 10);
    }
    owner.engine().holdRevokes();
    return owner;
  }

  private static RecordingEngine.HeldRevoke awaitRevoke(Member owner) {
    await().atMost(Member.PATIENCE).until(() -> !owner.engine().held().isEmpty());
    return owner.engine().held().get(0);
  }

  private static List<Settlement> sixOfEach(Member member, Set<LaneRef> lanes) {
    return lanes.stream().map(lane -> member.engine().done(lane, 6)).toList();
  }

  /** Ends the started work of every revoke that waits. */
  private static void answerAll(Member member) {
    member
        .engine()
        .held()
        .forEach(revoke -> revoke.answer().tryComplete(sixOfEach(member, revoke.lanes())));
  }

  @ParameterizedTest
  @EnumSource
  void aStopDuringARebalanceSettlesWhatIsDoneAndLeaves(GroupProtocol protocol) {
    try (Member stops = owner(protocol);
        Member takes = Member.of(topic).with(protocol).open()) {
      RecordingEngine.HeldRevoke revoke = awaitRevoke(stops);
      Set<LaneRef> all = stops.engine().lanes();

      Member.get(stops.source().stopIntake());
      for (LaneRef lane : all) {
        assertThat(stops.settle(lane, 6).settled()).hasSize(1);
      }
      revoke.answer().complete(sixOfEach(stops, revoke.lanes()));
      Future<Void> closed = stops.closing(Duration.ofSeconds(5));

      for (LaneRef lane : takes.awaitLanes(3)) {
        assertThat(takes.engine().openedAt(lane)).isEqualTo(6);
        assertThat(takes.awaitRecords(lane, 4)).containsExactly(6L, 7L, 8L, 9L);
      }
      assertThat(Member.get(closed)).isNull();
      assertThat(stops.engine().lost()).isEmpty();
      assertThat(stops.engine().failures()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSecondRebalanceWhileTheFirstWaitsForWorkLosesAndRepeatsNothing(GroupProtocol protocol) {
    try (Member gives = owner(protocol);
        Member second = Member.of(topic).with(protocol).open();
        Member third = Member.of(topic).with(protocol)) {
      awaitRevoke(gives);
      third.open();
      await()
          .atMost(Member.PATIENCE)
          .until(() -> topic.members().clientIds().contains(third.clientId()));

      await()
          .atMost(Member.PATIENCE)
          .until(
              () -> {
                answerAll(gives);
                return second.engine().lanes().size() == 1 && third.engine().lanes().size() == 1;
              });

      for (Member member : List.of(second, third)) {
        LaneRef lane = member.awaitLanes(1).iterator().next();
        assertThat(member.engine().openedAt(lane)).isEqualTo(6);
        assertThat(member.awaitRecords(lane, 4)).containsExactly(6L, 7L, 8L, 9L);
      }
      assertThat(gives.awaitLanes(1)).hasSize(1);
      for (Member member : List.of(gives, second, third)) {
        assertThat(member.engine().lost()).isEmpty();
        assertThat(member.engine().everOpened()).doesNotHaveDuplicates();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsCommittedForALaneThatHasGone(GroupProtocol protocol) {
    try (Member gives = owner(protocol);
        Member takes = Member.of(topic).with(protocol).open()) {
      RecordingEngine.HeldRevoke revoke = awaitRevoke(gives);
      revoke.answer().complete(sixOfEach(gives, revoke.lanes()));
      await().atMost(Member.PATIENCE).until(() -> !takes.engine().lanes().isEmpty());
      LaneRef moved = takes.engine().lanes().iterator().next();
      LaneRef old =
          revoke.lanes().stream()
              .filter(lane -> lane.name().equals(moved.name()))
              .findFirst()
              .orElseThrow();
      int commits = gives.probe().commits().size();

      assertThat(gives.settle(old, 9).stale()).hasSize(1);
      LaneRef kept = gives.awaitLanes(gives.engine().lanes().size()).iterator().next();
      assertThat(gives.settle(kept, 8).settled()).hasSize(1);

      assertThat(gives.probe().commits().stream().skip(commits))
          .flatExtracting(Map::keySet)
          .extracting(Assignment::laneName)
          .doesNotContain(moved.name());
    }
  }

  @Test
  void aCommitThatMeetsARebalanceInProgressIsTriedAgainAndItsLaneIsKept() {
    TestTopic linked = new TestTopic(LinkedBroker.shared().broker(), 2, Map.of());
    linked.produce(20);
    try (Member commits = Member.of(linked).open();
        Member joins = Member.of(linked)) {
      Set<LaneRef> lanes = commits.awaitLanes(2);
      LaneRef lane = commits.awaitLane(linked.partition(0));
      commits.awaitRecords(lane, 10);
      LINK.hold((kind, client) -> kind == ApiKeys.SYNC_GROUP && client.equals(commits.clientId()));
      joins.open();
      await().atMost(Member.PATIENCE).until(() -> LINK.holding() > 0);

      Future<SettleResult> answer = commits.settling(commits.engine().done(lane, 4), WITHIN);
      await()
          .during(Duration.ofMillis(400))
          .atMost(WITHIN)
          .until(() -> !answer.isComplete() && commits.engine().lanes().equals(lanes));
      LINK.release();

      assertThat(Member.get(answer).settled()).hasSize(1);
      assertThat(commits.engine().lost()).isEmpty();
      assertThat(commits.engine().failures()).isEmpty();
      joins.awaitLanes(1);
    }
  }
}
