package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeletedTopicTest {
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
}
