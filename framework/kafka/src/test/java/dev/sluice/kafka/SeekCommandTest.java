package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.kafka.Commanding.Said;
import dev.sluice.progress.Carried;
import dev.sluice.time.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SeekCommandTest {
  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(2);

  private Said seek(String options) {
    List<String> arguments = new ArrayList<>(List.of("seek"));
    arguments.addAll(List.of(options.split(" ")));
    return Commanding.run(
        topic.pipeline(directory, "startup: 20s"), arguments.toArray(String[]::new));
  }

  private Map<TopicPartition, Long> committed() {
    return topic.members().committed();
  }

  @Test
  void positionsMoveAndWhatWasDoneBeyondThemIsForgotten() {
    topic.produce(20);
    OffsetAndMetadata carrying =
        new OffsetAndMetadata(
            6,
            new CommitMetadata(List.of(new Carried.Stretch(7, 9)), Optional.empty(), List.of())
                .write(6));
    topic.members().move(topic.partition(0), carrying);

    Said said = seek("--to-offset 2");

    assertThat(said.err()).isEmpty();
    assertThat(said.code()).isZero();
    assertThat(committed())
        .containsEntry(topic.partition(0), 2L)
        .containsEntry(topic.partition(1), 2L);
    assertThat(topic.members().metadata(topic.partition(0))).isEmpty();
    assertThat(said.out())
        .containsPattern(" 0 +6 +2 +-4 +0\\.\\.10 +2 done beyond the old position come again\\R")
        .containsPattern(" 1 +- +2 +0\\.\\.10\\R")
        .contains("2 positions moved");
  }

  @Test
  void aDryRunMovesNothing() {
    topic.produce(20);
    topic.members().move(topic.partition(0), 6);

    Said said = seek("--to-latest --dry-run");

    assertThat(said.code()).isZero();
    assertThat(said.out()).containsPattern(" 0 +6 +10 +\\+4 ").contains("nothing was moved");
    assertThat(committed()).containsOnly(Map.entry(topic.partition(0), 6L));
  }

  @Test
  void theOldestAndTheNewestFollowTheLog() {
    topic.produce(20);
    topic.deleteBefore(0, 3);

    assertThat(seek("--to-earliest").code()).isZero();
    assertThat(committed())
        .containsEntry(topic.partition(0), 3L)
        .containsEntry(topic.partition(1), 0L);

    assertThat(seek("--to-latest --partition 1").code()).isZero();
    assertThat(committed())
        .containsEntry(topic.partition(0), 3L)
        .containsEntry(topic.partition(1), 10L);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-02T03:04:05Z,1",
    "2026-01-02T05:04:05+02:00,1",
    "2026-01-02T03:04:05.0001Z,2",
    "2026-01-02T00:00:00Z,0",
    "2026-02-01T00:00:00Z,3"
  })
  void aTimeMeansTheFirstRecordThatIsNotOlderOrTheEnd(String time, long position) {
    topic.produceAt(
        0,
        Instant.parse("2026-01-02T03:04:04Z"),
        Instant.parse("2026-01-02T03:04:05Z"),
        Instant.parse("2026-01-02T03:04:06Z"));

    assertThat(seek("--to-time " + time).code()).isZero();

    assertThat(committed())
        .containsEntry(topic.partition(0), position)
        .containsEntry(topic.partition(1), 0L);
  }

  @ParameterizedTest
  @EnumSource(
      value = GroupProtocol.class,
      names = {"COOPERATIVE", "BROKER_SIDE"})
  void aGroupWithMembersIsLeftAloneAndTheyAreNamed(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      member.awaitLanes(2);

      Said said = seek("--to-latest");

      assertThat(said.code()).isEqualTo(2);
      assertThat(said.err())
          .contains("the group '" + topic.group() + "' is active: " + member.clientId())
          .contains("Fix: stop its workers");
      assertThat(committed()).isEmpty();
      // As when it joins between the question and the move.
      assertThatThrownBy(this::moveUnasked)
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("is active: " + member.clientId());
      assertThat(committed()).isEmpty();
      assertThat(seek("--to-latest --dry-run").out())
          .contains("nothing was moved; the group is active", member.clientId());
    }
  }

  private void moveUnasked() {
    try (AdminQuestions questions =
        new AdminQuestions(
            new AdminQuestions.Wanted("pipeline.source.kafka", topic.bootstrapServers(), "READ"),
            Map.of("bootstrap.servers", topic.bootstrapServers()),
            new SystemClock(),
            Duration.ofSeconds(20))) {
      PositionMove.all(
          questions,
          topic.group(),
          List.of(new PositionMove(topic.partition(0), Optional.empty(), 5, new LogRange(0, 10))));
    }
  }

  @Test
  void anOffsetOutsideTheLogMovesNothingAtAll() {
    topic.produce(0, 1);
    topic.produce(20);
    topic.deleteBefore(0, 3);

    Said said = seek("--to-offset 2");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .contains("--to-offset 2 is not in the log of " + topic.partition(0) + ", which has 3..11");
    assertThat(committed()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--to-latest --topic other | --topic other is none of the pipeline's",
        "--to-latest --partition 2 | has the partitions 0 to 1",
        "--to-time 2026-01-02T03:04:05 | is not a time with its zone",
        "--to-time yesterday | is not a time with its zone",
        "--to-offset ten | 'ten' is not a long",
        "--to-latest --to-earliest | are mutually exclusive",
        "--dry-run | Missing required"
      })
  void badUsageEndsWithTwoAndMovesNothing(String options, String message) {
    topic.produce(20);

    Said said = seek(options);

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains(message).doesNotContain("Exception");
    assertThat(committed()).isEmpty();
  }
}
