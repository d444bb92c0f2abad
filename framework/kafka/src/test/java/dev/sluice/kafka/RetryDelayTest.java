package dev.sluice.kafka;

import static dev.sluice.kafka.Letters.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.InvalidSetup;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Capability;
import dev.sluice.spi.DelayedRetries;
import dev.sluice.spi.Idleness;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetryDelayTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration WITHIN = Duration.ofSeconds(10);

  private final TestTopic topic = new TestTopic(1);
  private final JumpClock clock = new JumpClock();

  private Member member() {
    return Member.of(topic).clock(clock).retries(HOUR, HOUR.multipliedBy(2));
  }

  private static void keep(Member member, LaneRef from, long position, String value) {
    DelayedRetries retries = member.source().delayedRetries().orElseThrow();
    assertThat(Member.get(retries.keep(from, Letters.letter(position, null, bytes(value)), WITHIN)))
        .isNull();
  }

  private static String refusal(Member member) {
    Future<Void> opening = member.opening(Member.PATIENCE);
    await().atMost(Member.PATIENCE).until(opening::isComplete);
    assertThat(opening.cause()).isInstanceOf(InvalidSetup.class);
    return opening.cause().getMessage();
  }

  @ParameterizedTest
  @EnumSource
  void whatWaitsIsDeliveredWhenItsTimeHasComeAndHoldsNothingElse(GroupProtocol protocol) {
    TestTopic first = topic.retry("1h", 1);
    topic.retry("2h", 1);
    try (Member member = member().with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      LaneRef later = member.awaitLane(first.partition(0));
      keep(member, lane, 1, "early");
      await().until(() -> member.probe().consumed() == 1);
      clock.jump(Duration.ofMinutes(30));
      keep(member, lane, 2, "late");
      topic.produce(10);
      member.awaitRecords(lane, 10);

      assertThat(member.engine().positions(later)).isEmpty();
      assertThat(Member.get(member.source().idleness(Set.of()))).isEqualTo(Idleness.BEHIND);
      assertThat(topic.members().clientIds()).hasSize(1);

      clock.jump(Duration.ofMinutes(30));
      member.awaitRecords(later, 1);
      assertThat(member.engine().values(later)).containsExactly("early");
      assertThat(member.engine().next(later)).isEqualTo(1);

      clock.jump(Duration.ofMinutes(30));
      member.awaitRecords(later, 2);
      assertThat(member.engine().values(later)).containsExactly("early", "late");
      await()
          .atMost(Member.PATIENCE)
          .until(() -> Member.get(member.source().idleness(Set.of())) == Idleness.IDLE);
    }
  }

  @Test
  void aStopDropsWhatWaitsAtOnceAndTheNextOwnerWaitsForTheRest() {
    TestTopic first = topic.retry("1h", 1);
    topic.retry("2h", 1);
    try (Member stopped = member().open();
        Member next = member()) {
      LaneRef lane = stopped.awaitLane(topic.partition(0));
      keep(stopped, lane, 1, "1");
      await().until(() -> stopped.probe().consumed() == 1);
      Member.get(stopped.source().stopIntake());
      clock.jump(HOUR);
      Member.get(stopped.closing(Duration.ofSeconds(5)));
      assertThat(stopped.engine().values()).isEmpty();

      next.open();
      LaneRef later = next.awaitLane(first.partition(0));
      next.awaitRecords(later, 1);
      assertThat(next.engine().values(later)).containsExactly("1");
    }
  }

  @Test
  void aLaneThatTheEngineHasPausedIsNotDeliveredThoughItsTimeHasCome() {
    TestTopic first = topic.retry("1h", 1);
    topic.retry("2h", 1);
    try (Member member = member().open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      LaneRef later = member.awaitLane(first.partition(0));
      keep(member, lane, 1, "1");
      await().until(() -> member.probe().consumed() == 1);
      member.source().pause(later);
      member.awaitAsked();
      clock.jump(HOUR);
      topic.produce(10);
      member.awaitRecords(lane, 10);

      assertThat(member.engine().positions(later)).isEmpty();

      member.source().resume(later);
      member.awaitRecords(later, 1);
      keep(member, lane, 2, "2");
      clock.jump(HOUR);
      member.awaitRecords(later, 2);
    }
  }

  @Test
  void theStagesFollowEachOtherAndEndAfterTheLast() {
    try (Member member = member()) {
      DelayedRetries retries = member.source().delayedRetries().orElseThrow();
      String group = topic.group();

      assertThat(member.source().capabilities()).contains(Capability.DELAYED_RETRY);
      assertThat(retries.delay(new LaneRef(topic.name() + "-3", 1))).contains(HOUR);
      assertThat(retries.delay(new LaneRef(group + ".retry.1h-0", 1)))
          .contains(HOUR.multipliedBy(2));
      assertThat(retries.delay(new LaneRef(group + ".retry.2h-7", 1))).isEmpty();
    }
  }

  @Test
  void retryTopicsThatAreMissingAreNamedWithTheCommandsThatMakeThem() {
    topic.retry("1h", 1);
    try (Member member = Member.of(topic).retries(HOUR, HOUR.multipliedBy(2))) {
      assertThat(refusal(member))
          .contains("pipeline.retry.topics")
          .contains(
              "kafka-topics.sh --bootstrap-server "
                  + topic.bootstrapServers()
                  + " --create --topic "
                  + topic.group()
                  + ".retry.2h --partitions 1 --config retention.ms=612000000")
          .doesNotContain(".retry.1h ");
    }
  }

  @Test
  void topicsThatCanNotBeReadTogetherAreRefused() {
    String own = topic.group() + ".retry.1h";
    assertRefused(List.of("a", "b", "a"), "g", "names 'a' twice");
    assertRefused(List.of("a", own), topic.group(), "pipeline.retry.topics reads already");
    assertRefused(List.of("a"), "my group", "'my group.retry.1h' is no name for a topic");
  }

  private void assertRefused(List<String> topics, String group, String reason) {
    try (Member member = Member.of(topic.bootstrapServers(), topics, group).retries(HOUR)) {
      assertThatThrownBy(member::source)
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining(reason)
          .hasMessageContaining("Fix:");
    }
  }
}
