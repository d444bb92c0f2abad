package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A network that hangs up, and one that is slow. */
class NetworkFaultTest {
  private static final Link LINK = LinkedBroker.shared().link();
  private static final int RECORDS = 2_000;

  private final TestTopic topic = new TestTopic(LinkedBroker.shared().broker(), 2, Map.of());

  @AfterEach
  void mend() {
    LINK.release();
  }

  private static void awaitAll(Member member, int records) {
    await()
        .atMost(Member.PATIENCE)
        .until(() -> new HashSet<>(member.engine().values()).size() == records);
  }

  @ParameterizedTest
  @EnumSource
  void aMemberOutlastsAHangUpWithinItsSessionAndReadsNothingTwice(GroupProtocol protocol) {
    topic.produce(100);
    try (Member member = Member.of(topic).with(protocol).open()) {
      awaitAll(member, 100);
      LaneRef lane = member.awaitLane(topic.partition(0));

      LINK.cut();
      Future<SettleResult> answer =
          member.settling(member.engine().done(lane), Duration.ofSeconds(20));
      await().during(Duration.ofMillis(300)).until(() -> !answer.isComplete());
      LINK.release();

      assertThat(Member.get(answer).settled()).hasSize(1);
      topic.produce(100, 200);
      awaitAll(member, 200);
      assertThat(member.engine().values()).as("nothing came twice").hasSize(200);
      assertThat(member.engine().lost()).isEmpty();
      assertThat(member.engine().failures()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSlowNetworkIsWorkedThroughAndASettleAndACloseStayInTheirBounds(GroupProtocol protocol) {
    try (Member member = Member.of(topic).with(protocol).with("fetch.max.bytes", "20000").open()) {
      member.awaitLanes(2);
      // On the way of the members only: the producer would take part of it.
      topic.produce(RECORDS);
      LINK.slow(Duration.ofMillis(100), 50_000);

      awaitAll(member, RECORDS);
      for (LaneRef lane : member.engine().lanes()) {
        assertThat(member.settleAll(lane).settled()).hasSize(1);
      }
      Future<Void> closed = member.closing(Duration.ofSeconds(3));

      await().atMost(Duration.ofSeconds(4)).until(closed::isComplete);
      assertThat(topic.committed()).isEqualTo(RECORDS);
      assertThat(member.engine().values()).as("nothing came twice").hasSize(RECORDS);
      assertThat(member.engine().lost()).isEmpty();
    }
  }

  @Test
  void aCloseIsBoundedWhileTheNetworkIsCut() {
    try (Member member = Member.of(topic).open()) {
      member.awaitLanes(2);
      LINK.cut();

      Future<Void> closed = member.closing(Duration.ofSeconds(1));

      await().atMost(Duration.ofSeconds(2)).until(closed::isComplete);
      assertThat(member.engine().failures()).isEmpty();
    }
  }
}
