package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A broker that is there and does not answer, or does not answer everything. */
class SilentBrokerTest {
  private static final Link LINK = LinkedBroker.shared().link();

  private final TestTopic topic = new TestTopic(LinkedBroker.shared().broker(), 2, Map.of());

  @AfterEach
  void release() {
    LINK.release();
  }

  private static void hold(ApiKeys kind, Member member) {
    LINK.hold((held, client) -> held == kind && client.equals(member.clientId()));
  }

  private static void awaitHeld() {
    await().atMost(Member.PATIENCE).until(() -> LINK.holding() > 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void lanesAreOpenedOnceTheBrokerTellsTheirPositions(GroupProtocol protocol) {
    topic.produce(20);
    // A minute without a turn of the loop, after which a source counts as dead, takes 4 s.
    try (Member member = Member.of(topic).with(protocol).clock(new FastClock(15))) {
      hold(ApiKeys.OFFSET_FETCH, member);
      member.open();
      awaitHeld();

      await()
          .during(Duration.ofSeconds(5))
          .atMost(Duration.ofSeconds(10))
          .until(() -> member.source().alive() && member.engine().lanes().isEmpty());
      LINK.release();

      member.awaitLanes(2);
      for (int partition = 0; partition < 2; partition++) {
        LaneRef lane = member.awaitLane(topic.partition(partition));
        assertThat(member.awaitRecords(lane, 10)).startsWith(0L, 1L, 2L);
      }
      assertThat(member.engine().failures()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aCloseIsHeardWhileTheBrokerTellsNoPositions(GroupProtocol protocol) {
    try (Member member = Member.of(topic).with(protocol)) {
      hold(ApiKeys.OFFSET_FETCH, member);
      member.open();
      awaitHeld();

      Future<Void> closed = member.closing(Duration.ofSeconds(2));

      await().atMost(Duration.ofSeconds(3)).until(closed::isComplete);
      assertThat(member.engine().failures()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aSettleThatTheBrokerDoesNotAnswerFailsInTime(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);
      hold(ApiKeys.OFFSET_COMMIT, member);

      Future<SettleResult> answer =
          member.settling(member.engine().done(lane), Duration.ofSeconds(1));

      await().atMost(Duration.ofSeconds(3)).until(answer::isComplete);
      assertThat(answer.result().failed()).hasSize(1);
      LINK.release();
      assertThat(member.settleAll(lane).settled()).hasSize(1);
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 10L);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aSettleAfterTheStopThatTheBrokerDoesNotAnswerFailsInTime(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);
      Member.get(member.source().stopIntake());
      hold(ApiKeys.OFFSET_COMMIT, member);

      Future<SettleResult> answer =
          member.settling(member.engine().done(lane), Duration.ofSeconds(1));

      await().atMost(Duration.ofSeconds(3)).until(answer::isComplete);
      assertThat(answer.result().failed()).hasSize(1);
      LINK.release();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aRevokeWhoseCommitTheBrokerDoesNotAnswerEndsInTime(GroupProtocol protocol) {
    topic.produce(20);
    Duration commit = Duration.ofSeconds(2);
    try (Member gives = Member.of(topic).with(protocol).commit(commit).open();
        Member takes = Member.of(topic).with(protocol)) {
      gives.awaitLanes(2);
      gives.engine().holdRevokes();
      takes.open();
      await().atMost(Member.PATIENCE).until(() -> !gives.engine().held().isEmpty());
      RecordingEngine.HeldRevoke revoke = gives.engine().held().get(0);
      hold(ApiKeys.OFFSET_COMMIT, gives);

      revoke.answer().complete(revoke.lanes().stream().map(gives.engine()::done).toList());

      await().atMost(commit.plusSeconds(3)).until(() -> !gives.engine().released().isEmpty());
      assertThat(gives.engine().released().get(0).result().failed()).isNotEmpty();
      LINK.release();
    }
  }

  @Test
  void aCloseIsBoundedWhenTheBrokerAnswersNothing() {
    try (Member member = Member.of(topic).open()) {
      member.awaitLanes(2);
      LINK.hold((kind, client) -> client.equals(member.clientId()));
      awaitHeld();

      Future<Void> closed = member.closing(Duration.ofSeconds(2));

      await().atMost(Duration.ofSeconds(3)).until(closed::isComplete);
      assertThat(member.engine().failures()).isEmpty();
    }
  }
}
