package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeletedTopicTest {
  /** Far below the time for a commit. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private final TestTopic kept = new TestTopic(1);
  private final TestTopic deleted = new TestTopic(1);

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void theLanesOfOtherTopicsGoOnWhenATopicIsDeleted(GroupProtocol protocol) {
    kept.produce(10);
    deleted.produce(10);
    try (Member member =
        Member.of(kept.bootstrapServers(), List.of(kept.name(), deleted.name()), kept.group())
            .with("metadata.max.age.ms", "1000")
            .with(protocol)
            .commit(Duration.ofSeconds(2))
            .open()) {
      LaneRef going = member.awaitLane(kept.partition(0));
      LaneRef gone = member.awaitLane(deleted.partition(0));
      member.awaitRecords(going, 10);
      member.awaitRecords(gone, 10);

      deleted.delete();
      await().atMost(Member.PATIENCE).until(() -> member.engine().lane(gone.name()) == null);
      kept.produce(10, 20);

      LaneRef now = member.awaitLane(kept.partition(0));
      await().atMost(Member.PATIENCE).until(() -> member.engine().next(now) == 20);
      assertThat(member.settleAll(now).settled()).hasSize(1);
      assertThat(member.engine().failures()).isEmpty();
      assertThat(kept.members().committed()).containsEntry(kept.partition(0), 20L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLaneOfADeletedTopicEndsAtOnceAlsoWithWorkThatIsNotSettled(GroupProtocol protocol) {
    Duration commit = Duration.ofSeconds(30);
    kept.produce(10);
    deleted.produce(10);
    try (Member member =
        Member.of(kept.bootstrapServers(), List.of(kept.name(), deleted.name()), kept.group())
            .with(protocol)
            .commit(commit)
            .open()) {
      LaneRef going = member.awaitLane(kept.partition(0));
      LaneRef gone = member.awaitLane(deleted.partition(0));
      member.awaitRecords(going, 10);
      member.awaitRecords(gone, 10);

      deleted.delete();
      Future<SettleResult> answer =
          member
              .source()
              .settle(List.of(member.engine().done(going), member.engine().done(gone)), commit);

      await().atMost(SOON).until(answer::isComplete);
      await().atMost(SOON).until(() -> member.engine().lane(gone.name()) == null);
      assertThat(answer.result().settled())
          .extracting(Settlement::lane)
          .as("" + answer.result())
          .doesNotContain(gone);
      LaneRef now = member.awaitLane(kept.partition(0));
      assertThat(member.settleAll(now).settled()).hasSize(1);
      assertThat(kept.members().committed()).containsEntry(kept.partition(0), 10L);
      assertThat(member.engine().failures()).isEmpty();
      assertThat(member.source().alive()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDrainWhoseOnlyTopicIsDeletedIsNotHeldUp(GroupProtocol protocol) {
    deleted.produce(10);
    try (Member member = Member.of(deleted).with(protocol).commit(Duration.ofSeconds(30)).open()) {
      LaneRef gone = member.awaitLane(deleted.partition(0));
      member.awaitRecords(gone, 10);
      Member.get(member.source().stopIntake());

      deleted.delete();
      Future<SettleResult> answer =
          member.settling(member.engine().done(gone), Duration.ofSeconds(30));

      await().atMost(SOON).until(answer::isComplete);
      assertThat(answer.result().settled()).isEmpty();
      Future<Void> closed = member.closing(Duration.ofSeconds(5));
      await().atMost(SOON).until(closed::isComplete);
    }
  }
}
