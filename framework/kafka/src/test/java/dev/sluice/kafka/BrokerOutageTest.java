package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A broker that goes and comes back. */
class BrokerOutageTest {
  private static EmbeddedKafka broker;

  private final TestTopic topic = new TestTopic(broker, 2, Map.of());

  @BeforeAll
  static void start() {
    broker = EmbeddedKafka.temporary(KafkaOptions.defaults());
    broker.start();
  }

  @AfterAll
  static void stop() {
    broker.stop();
  }

  private static void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(broker.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void settleEverything(Member member) {
    for (LaneRef lane : member.engine().lanes()) {
      member.settleAll(lane);
    }
  }

  private static List<String> values(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }

  private void assertGoesOnAfter(GroupProtocol protocol, Consumer<EmbeddedKafka> outage) {
    topic.produce(100);
    try (Member member = Member.of(topic).with(protocol).open()) {
      await().atMost(Member.PATIENCE).until(() -> member.engine().values().size() == 100);
      settleEverything(member);
      assertThat(topic.committed()).isEqualTo(100);

      outage.accept(broker);
      topic.produce(100, 200);

      await()
          .atMost(Member.PATIENCE)
          .until(() -> new HashSet<>(member.engine().values()).size() == 200);
      await()
          .atMost(Member.PATIENCE)
          .untilAsserted(
              () -> {
                settleEverything(member);
                assertThat(topic.committed()).isEqualTo(200);
              });
      assertThat(member.engine().values().stream().filter(values(0, 100)::contains).toList())
          .as("what was settled before comes only once")
          .hasSize(100);
      assertThat(member.engine().failures()).isEmpty();
      assertThat(member.source().alive()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void readingGoesOnWhenTheBrokerIsRestarted(GroupProtocol protocol) {
    assertGoesOnAfter(protocol, EmbeddedKafka::restart);
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void readingGoesOnWhenTheBrokerIsKilledAndStartedAgain(GroupProtocol protocol) {
    assertGoesOnAfter(
        protocol,
        killed -> {
          killed.kill();
          killed.start();
        });
  }

  @Test
  void aSettleOutlastsARestartOfTheBroker() {
    topic.produce(20);
    try (Member member = Member.of(topic).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);

      broker.stop();
      Future<SettleResult> answer =
          member.settling(member.engine().done(lane), Duration.ofSeconds(30));
      broker.start();

      assertThat(Member.get(answer).failed()).isEmpty();
    }
  }

  @Test
  void aCloseIsBoundedWhenTheBrokerIsGone() {
    try (Member member = Member.of(topic).open()) {
      member.awaitLanes(2);
      broker.kill();
      try {
        Future<Void> closed = member.closing(Duration.ofSeconds(2));

        await().atMost(Duration.ofSeconds(3)).until(closed::isComplete);
        assertThat(member.engine().failures()).isEmpty();
      } finally {
        broker.start();
      }
    }
  }

  @Test
  void aCloseIsBoundedWhenTheBrokerStandsStill() {
    topic.produce(20);
    try (Member member = Member.of(topic).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);
      signal("STOP");
      try {
        Future<SettleResult> unanswered =
            member.settling(member.engine().done(lane), Duration.ofSeconds(10));
        Future<Void> closed = member.closing(Duration.ofSeconds(2));

        await().atMost(Duration.ofSeconds(3)).until(closed::isComplete);
        assertThat(Member.get(unanswered).failed()).hasSize(1);
        assertThat(member.engine().failures()).isEmpty();
      } finally {
        signal("CONT");
      }
    }
  }
}
