package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackPressureTest {
  /** So often may be handed over, some polls each time, before the engine has taken anything. */
  private static final int AHEAD = 4;

  private static final int POLLS = 4;

  private final TestTopic topic = new TestTopic(2);

  private Member member() {
    return Member.of(topic).with("max.poll.records", "1");
  }

  @Test
  void anEngineThatTakesNothingHoldsABoundedNumberOfBatches() {
    topic.produce(200);
    try (Member member = member()) {
      member.engine().block();
      member.open();
      LaneRef lane = member.awaitLane(topic.partition(0));

      await().until(() -> member.engine().turnCount() == AHEAD);
      // Each answer takes a turn of the loop, and each turn could have brought a batch.
      for (int i = 0; i < 10; i++) {
        assertThat(member.settleAll(lane).failed()).isEmpty();
      }

      assertThat(member.engine().turnCount()).isEqualTo(AHEAD);
      assertThat(member.engine().values()).hasSizeLessThanOrEqualTo(AHEAD * POLLS);
      member.engine().unblock();
      await().until(() -> member.engine().values().size() == 200);
    }
  }

  @Test
  void aMemberWhoseEngineTakesNothingStaysInItsGroup() {
    topic.produce(200);
    try (Member member =
        member().with("session.timeout.ms", "3000").with("heartbeat.interval.ms", "300")) {
      member.engine().block();
      member.open();
      member.awaitLanes(2);
      await().until(() -> member.engine().turnCount() == AHEAD);

      await()
          .during(Duration.ofSeconds(4))
          .atMost(Member.PATIENCE)
          .until(() -> topic.members().clientIds().equals(List.of(member.clientId())));
      assertThat(member.engine().lost()).isEmpty();
      assertThat(member.engine().lanes()).hasSize(2);
      member.engine().unblock();
    }
  }

  @Test
  @SuppressWarnings("try")
  void lanesThatComeWhileTheEngineTakesNothingWaitToo() {
    topic.produce(200);
    try (Member stays = member();
        Member goes = member()) {
      stays.open();
      goes.open();
      LaneRef first = stays.awaitLanes(1).iterator().next();
      goes.awaitLanes(1);
      stays.engine().block();
      int before = stays.engine().turnCount();
      topic.produce(200, 400);
      await().until(() -> stays.engine().turnCount() >= before + AHEAD);

      goes.close();
      stays.awaitLanes(2);

      assertThat(stays.settleAll(first).failed()).isEmpty();
      assertThat(stays.engine().turnCount()).isEqualTo(before + AHEAD);
      stays.engine().unblock();
    }
  }

  @Test
  void aStopWhileTheEngineTakesNothingReadsNoFurther() {
    topic.produce(400);
    try (Member member = member()) {
      member.engine().block();
      member.open();
      member.awaitLanes(2);
      LaneRef lane = member.awaitLane(topic.partition(0));
      await().until(() -> member.engine().turnCount() == AHEAD);

      Member.get(member.source().stopIntake());
      long read = member.probe().consumed();
      for (int i = 0; i < 10; i++) {
        assertThat(member.settleAll(lane).failed()).isEmpty();
      }

      assertThat(member.probe().consumed()).isEqualTo(read);
      member.engine().unblock();
    }
  }
}
