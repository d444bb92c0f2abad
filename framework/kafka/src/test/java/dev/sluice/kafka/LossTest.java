package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lanes that go without a callback that could have held them. */
class LossTest {
  private static final Set<ApiKeys> HEARTBEATS =
      EnumSet.of(ApiKeys.HEARTBEAT, ApiKeys.CONSUMER_GROUP_HEARTBEAT);

  private static final Link LINK = LinkedBroker.shared().link();

  private final TestTopic topic = new TestTopic(LinkedBroker.shared().broker(), 1, Map.of());

  @AfterEach
  void release() {
    LINK.release();
  }

  @Test
  void aMemberThatIsThrownOutLosesItsLanesAndTakesThemUpAgainAsNewOnes() {
    topic.produce(10);
    try (Member member = Member.of(topic).open()) {
      LaneRef lost = member.awaitLane(topic.partition(0));
      member.awaitRecords(lost, 10);
      member.settle(lost, 4);

      topic.members().throwOut();
      await().atMost(Member.PATIENCE).until(() -> member.engine().lost().contains(lost));

      SettleResult late = member.settle(lost, 9);
      assertThat(late.stale()).hasSize(1);
      LaneRef again = member.awaitLane(topic.partition(0));
      assertThat(again.generation()).isGreaterThan(lost.generation());
      assertThat(member.engine().openedAt(again)).isEqualTo(4);
      assertThat(member.awaitRecords(again, 6)).startsWith(4L);
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 4L);
      assertThat(member.engine().released()).isEmpty();
    }
  }

  @Test
  void aSettleOfAMemberThatWasThrownOutIsNeverTakenForSettled() {
    topic.produce(10);
    try (Member member = Member.of(topic).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);

      topic.members().throwOut();
      SettleResult result = member.settle(lane, 9);

      assertThat(result.settled()).isEmpty();
      assertThat(topic.members().committed()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aMemberThatTheBrokerHasGivenUpCommitsNothingOverTheNewOwner(GroupProtocol protocol) {
    topic.produce(10);
    try (Member zombie = Member.of(topic).with("session.timeout.ms", "2000").with(protocol).open();
        Member heir = Member.of(topic).with(protocol)) {
      LaneRef old = zombie.awaitLane(topic.partition(0));
      zombie.awaitRecords(old, 10);
      LINK.hold((kind, client) -> HEARTBEATS.contains(kind) && client.equals(zombie.clientId()));
      await().atMost(Member.PATIENCE).until(() -> LINK.holding() > 0);

      heir.open();
      LaneRef inherited = heir.awaitLane(topic.partition(0));
      heir.awaitRecords(inherited, 10);
      assertThat(heir.settle(inherited, 9).settled()).hasSize(1);
      Future<SettleResult> late =
          zombie.settling(zombie.engine().done(old, 5), Duration.ofSeconds(10));
      LINK.release();

      assertThat(Member.get(late).settled()).isEmpty();
      await().atMost(Member.PATIENCE).until(() -> zombie.engine().lost().contains(old));
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 9L);
      assertThat(zombie.engine().released()).isEmpty();
    }
  }
}
