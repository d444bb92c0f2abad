package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StopTest {
  /** Far below the time a broker waits for a member that has gone without a word. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private final TestTopic topic = new TestTopic(2);

  @ParameterizedTest
  @EnumSource
  void afterAStopOfIntakeNothingArrivesAndEverythingCanStillBeSettled(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);

      Member.get(member.source().stopIntake());
      int batches = member.engine().batchCount();
      topic.produce(20, 40);
      for (long next = 1; next <= 10; next++) {
        assertThat(member.settle(lane, next).settled()).hasSize(1);
      }

      assertThat(member.engine().batchCount()).isEqualTo(batches);
      assertThat(topic.members().clientIds()).containsExactly(member.clientId());
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 10L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void lanesThatComeAfterAStopOfIntakeAreNotRead(GroupProtocol protocol) {
    topic.produce(20);
    try (Member stopping = Member.of(topic).with(protocol).open();
        Member leaving = Member.of(topic).with(protocol)) {
      stopping.awaitLanes(2);
      leaving.open();
      stopping.awaitLanes(1);
      leaving.awaitLanes(1);
      Member.get(stopping.source().stopIntake());
      int batches = stopping.engine().batchCount();
      long read = stopping.probe().consumed();

      Member.get(leaving.closing(SOON));
      Set<LaneRef> all = stopping.awaitLanes(2);
      topic.produce(20, 40);
      for (LaneRef lane : all) {
        assertThat(stopping.settle(lane, stopping.engine().next(lane)).failed()).isEmpty();
      }

      assertThat(stopping.engine().batchCount()).isEqualTo(batches);
      assertThat(stopping.probe().consumed()).isEqualTo(read);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCloseLeavesTheGroupAtOnceAndRevokesNothingOnceMore(GroupProtocol protocol) {
    topic.produce(20);
    try (Member goes = Member.of(topic).with(protocol).open();
        Member stays = Member.of(topic).with(protocol)) {
      goes.awaitLanes(2);
      stays.open();
      stays.awaitLanes(1);
      goes.awaitLanes(1);
      int released = goes.engine().released().size();
      Member.get(goes.source().stopIntake());
      LaneRef last = goes.engine().lanes().iterator().next();
      SettleResult settled = goes.settle(last, goes.engine().next(last));

      Future<Void> closed = goes.closing(Duration.ofSeconds(5));

      await().atMost(SOON).until(() -> stays.engine().lanes().size() == 2);
      assertThat(Member.get(closed)).isNull();
      assertThat(settled.failed()).isEmpty();
      assertThat(goes.engine().released()).hasSize(released);
      assertThat(goes.engine().lost()).isEmpty();
      assertThat(goes.engine().failures()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClosedSourceAnswersEverythingAndDoesNothing(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);
      Member.get(member.closing(Duration.ofSeconds(5)));

      member.source().pause(lane);
      member.source().resume(lane);
      Member.get(member.source().stopIntake());

      assertThat(member.settleAll(lane).failed()).hasSize(1);
      assertThat(Member.get(member.source().idleness(Set.of()))).isEqualTo(Idleness.NO_LANES);
      assertThat(topic.members().committed()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anIdleMemberLeavesInWellUnderASecond(GroupProtocol protocol) {
    try (Member member = Member.of(topic).with(protocol).open()) {
      member.awaitLanes(2);
      Member.get(member.source().stopIntake());

      Future<Void> closed = member.closing(Duration.ofSeconds(10));

      await().atMost(Duration.ofSeconds(1)).until(closed::succeeded);
      assertThat(topic.members().clientIds()).isEqualTo(List.of());
    }
  }
}
