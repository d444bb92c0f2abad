package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.InvalidSetup;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Members that keep their names over restarts. Their sessions last a minute. */
class StaticMembershipTest {
  private static final Duration HOURS = Duration.ofHours(10);
  private static final Duration SESSION = Duration.ofMinutes(1);

  /** Far below the session. */
  private static final Duration SOON = Duration.ofSeconds(20);

  private final TestTopic topic = new TestTopic(2);

  private Member member(GroupProtocol protocol, int ordinal, int replicas) {
    if (protocol == GroupProtocol.BROKER_SIDE) {
      topic.members().session(SESSION);
    }
    return Member.of(topic).named("w-" + ordinal, replicas).with(protocol);
  }

  @ParameterizedTest
  @EnumSource
  void aRestartWithinTheSessionKeepsItsLanesAndNobodyElseNotices(GroupProtocol protocol) {
    try (Member stays = member(protocol, 0, 2).open();
        Member goes = member(protocol, 1, 2).open();
        Member comesBack = member(protocol, 1, 2)) {
      LaneRef kept = goes.awaitLanes(1).iterator().next();
      Set<LaneRef> undisturbed = stays.awaitLanes(1);
      topic.produce(20);
      int releases = stays.engine().released().size();
      goes.awaitRecords(kept, 10);
      Member.get(goes.source().stopIntake());
      assertThat(goes.settle(kept, 7).settled()).hasSize(1);

      Future<Void> closed = goes.closing(Duration.ofSeconds(10));
      await().atMost(Duration.ofSeconds(1)).until(closed::succeeded);
      assertThat(topic.members().instances()).containsExactly("w-0", "w-1");
      comesBack.open();

      LaneRef again = comesBack.awaitLanes(1).iterator().next();
      assertThat(again.name()).isEqualTo(kept.name());
      assertThat(comesBack.engine().openedAt(again)).isEqualTo(7);
      assertThat(comesBack.awaitRecords(again, 3)).containsExactly(7L, 8L, 9L);
      assertThat(stays.engine().lanes()).isEqualTo(undisturbed);
      assertThat(stays.engine().released()).hasSize(releases);
      assertThat(stays.engine().lost()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aWorkerBeyondTheReplicasGivesItsLanesUpWhenItStops(GroupProtocol protocol) {
    try (Member stays = member(protocol, 0, 1).open();
        Member surplus = member(protocol, 1, 1).open()) {
      stays.awaitLanes(1);
      surplus.awaitLanes(1);

      Member.get(surplus.closing(Duration.ofSeconds(5)));

      await().atMost(SOON).until(() -> stays.engine().lanes().size() == 2);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void theOneThatLivesOnRemovesMembersBeyondTheReplicas(GroupProtocol protocol) {
    try (Member stays = member(protocol, 0, 2).open();
        Member surplus = member(protocol, 1, 2).open();
        Member knows = member(protocol, 0, 1).clock(new FastClock(20))) {
      stays.awaitLanes(1);
      surplus.awaitLanes(1);
      Member.get(surplus.closing(Duration.ofSeconds(5)));
      Member.get(stays.closing(Duration.ofSeconds(5)));
      assertThat(topic.members().instances()).containsExactly("w-0", "w-1");

      knows.open();

      await().atMost(SOON).until(() -> knows.engine().lanes().size() == 2);
      assertThat(topic.members().instances()).containsExactly("w-0");
    }
  }

  @Test
  void aMemberThatHasSaidGoodbyeNeedNotBeWaitedFor() {
    try (Member stays = member(GroupProtocol.COOPERATIVE, 0, 2).open();
        Member surplus = member(GroupProtocol.COOPERATIVE, 1, 2).open();
        Member knows =
            member(GroupProtocol.COOPERATIVE, 0, 1).clock(new FastClock(5)).need(HOURS)) {
      stays.awaitLanes(1);
      surplus.awaitLanes(1);
      OwnerMark left = OwnerMark.running("w-1", 1, 0, HOURS, OwnerMark.Layers.UNKNOWN).left(true);
      Member.get(surplus.source().mark(left, Duration.ofSeconds(5)));
      Member.get(surplus.closing(Duration.ofSeconds(5)));
      Member.get(stays.closing(Duration.ofSeconds(5)));

      knows.open();

      await().atMost(SOON).until(() -> knows.engine().lanes().size() == 2);
    }
  }

  @Test
  void ofTwoWorkersWithOneNameTheFirstIsFencedSettlesNothingAndSaysWhy() {
    topic.produce(20);
    try (Member first = member(GroupProtocol.COOPERATIVE, 0, 1).open();
        Member second = member(GroupProtocol.COOPERATIVE, 0, 1)) {
      LaneRef lane = first.awaitLane(topic.partition(0));
      first.awaitRecords(lane, 10);
      second.open();
      LaneRef taken = second.awaitLane(topic.partition(0));
      assertThat(second.settle(taken, 2).settled()).hasSize(1);

      SettleResult fenced = first.settle(lane, 9);
      await().atMost(SOON).until(() -> !first.engine().failures().isEmpty());

      assertThat(fenced.settled()).isEmpty();
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 2L);
      assertThat(first.engine().lost()).hasSize(2).contains(lane);
      assertThat(first.engine().failures())
          .singleElement()
          .isInstanceOf(InvalidSetup.class)
          .asString()
          .contains("SLUICE_INSTANCE_ID", "'w-0'", "Fix: ");
      assertThat(first.settle(lane, 10).stale()).hasSize(1);
    }
  }

  @Test
  void ofTwoWorkersWithOneNameTheSecondIsRefusedWhereTheBrokerAssigns() {
    try (Member first = member(GroupProtocol.BROKER_SIDE, 0, 1).open();
        Member second = member(GroupProtocol.BROKER_SIDE, 0, 1)) {
      first.awaitLanes(2);

      assertThatThrownBy(() -> Member.get(second.opening(Duration.ofSeconds(2))))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("'w-0'")
          .hasMessageContaining(first.clientId());

      assertThat(first.engine().lanes()).hasSize(2);
      assertThat(first.engine().failures()).isEmpty();
    }
  }
}
