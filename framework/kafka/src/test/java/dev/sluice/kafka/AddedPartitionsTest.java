package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AddedPartitionsTest {
  private final TestTopic topic = new TestTopic(1);

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aPartitionThatIsAddedWhileTheGroupRunsIsReadFromItsStart(GroupProtocol protocol) {
    topic.produce(5);
    try (Member member =
        Member.of(topic).with("metadata.max.age.ms", "500").with(protocol).open()) {
      LaneRef first = member.awaitLane(topic.partition(0));
      member.awaitRecords(first, 5);
      assertThat(member.settleAll(first).settled()).hasSize(1);

      topic.addPartitions(1);
      topic.produceTo(1, "early");

      LaneRef added = member.awaitLane(topic.partition(1));
      assertThat(member.engine().openedAt(added)).isZero();
      member.awaitRecords(added, 1);
      assertThat(member.engine().values(added)).containsExactly("early");
      assertThat(member.engine().failedLanes()).isEmpty();
    }
  }
}
