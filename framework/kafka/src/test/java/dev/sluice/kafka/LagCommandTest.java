package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.process.FreePorts;
import dev.sluice.kafka.Commanding.Said;
import dev.sluice.progress.Carried;
import dev.sluice.progress.OwnerMark;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LagCommandTest {
  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(2);

  private Said lag(String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "lag";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return Commanding.run(topic.pipeline(directory, "startup: 20s"), arguments);
  }

  private static OffsetAndMetadata at(long position, Carried.Stretch... beyond) {
    return new OffsetAndMetadata(
        position, new CommitMetadata(List.of(beyond), Optional.empty(), List.of()).write(position));
  }

  @ParameterizedTest
  @EnumSource(
      value = GroupProtocol.class,
      names = {"COOPERATIVE", "BROKER_SIDE"})
  void whatIsDoneBeyondAPositionDoesNotCountAndTheOwnerIsNamed(GroupProtocol protocol) {
    topic.produce(20);
    topic.members().move(topic.partition(0), at(3, new Carried.Stretch(5, 9)));
    topic.members().move(topic.partition(1), at(10));
    try (Member member = Member.of(topic).with(protocol).open()) {
      member.awaitLanes(2);

      JsonObject json = new JsonObject(lag("--json").out());

      assertThat(json.getInteger("version")).isEqualTo(1);
      assertThat(json.getString("group")).isEqualTo(topic.group());
      assertThat(json.getString("state")).isEqualTo("stable");
      assertThat(json.getString("protocol"))
          .isEqualTo(protocol == GroupProtocol.BROKER_SIDE ? "consumer" : "classic");
      assertThat(json.getLong("lag")).isEqualTo(10 - 3 - 4);
      JsonArray partitions = json.getJsonArray("partitions");
      JsonObject first = partitions.getJsonObject(0);
      assertThat(first.getLong("position")).isEqualTo(3);
      assertThat(first.getLong("doneBeyond")).isEqualTo(4);
      assertThat(first.getLong("logEnd")).isEqualTo(10);
      assertThat(first.getLong("lag")).isEqualTo(3);
      assertThat(partitions.getJsonObject(1).getLong("lag")).isZero();
      JsonObject owner = json.getJsonArray("members").getJsonObject(0);
      assertThat(owner.getString("clientId")).isEqualTo(member.clientId());
      assertThat(owner.getString("host")).isEqualTo("127.0.0.1");
      assertThat(owner.getInteger("partitions")).isEqualTo(2);
      assertThat(first.getString("owner")).isEqualTo(owner.getString("member"));
      assertThat(lag().out())
          .contains("group " + topic.group() + ": stable", "1 member")
          .containsPattern(
              topic.name() + " +0 +3 +4 +10 +3  " + member.clientId() + " on 127.0.0.1")
          .containsPattern("total +3\\R");
    }
  }

  @Test
  void aPartitionWithoutPositionLagsFromItsOldestRecord() {
    topic.produce(20);
    topic.deleteBefore(1, 4);

    Said said = lag();

    assertThat(said.code()).isZero();
    assertThat(said.out())
        .contains("group " + topic.group() + ": absent, 0 members")
        .containsPattern(topic.name() + " +0 +- +0 +10 +10 +- +no position: begins at the oldest")
        .containsPattern(topic.name() + " +1 +- +0 +10 +6 ")
        .containsPattern("total +16\\R");
  }

  @Test
  void aPositionThatIsOutOfRangeIsPointedOut() {
    topic.produce(20);
    topic.members().move(topic.partition(0), at(2, new Carried.Stretch(3, 6)));
    topic.deleteBefore(0, 5);
    topic.members().move(topic.partition(1), at(11));

    assertThat(lag().out())
        .containsPattern(" 0 +2 +3 +10 +4 .*out of range: the log begins at 5\\R")
        .containsPattern(" 1 +11 +0 +10 +0 .*out of range: the log ends before it\\R");
  }

  @Test
  void aPartitionThatNobodyReadsShowsHowItsLastOwnerEnded() {
    topic.produce(20);
    OwnerMark mark =
        OwnerMark.running("pod-7", 1, 0, Duration.ofSeconds(30), OwnerMark.Layers.UNKNOWN);
    String metadata = new CommitMetadata(List.of(), Optional.of(mark), List.of()).write(4);
    topic.members().move(topic.partition(0), new OffsetAndMetadata(4, metadata));

    assertThat(lag().out()).containsPattern(" 0 +4 +0 +10 +6 +- +last owner pod-7: running\\R");
    JsonObject left =
        new JsonObject(lag("--json").out()).getJsonArray("partitions").getJsonObject(0);
    assertThat(left.getJsonObject("mark").getString("owner")).isEqualTo("pod-7");
    assertThat(left.getJsonObject("mark").getString("phase")).isEqualTo("running");
  }

  @Test
  void aBrokerThatIsNotThereIsWaitedForNoLongerThanStartup() throws Exception {
    Path file = directory.resolve("p.yaml");
    Files.writeString(
        file,
        Files.readString(topic.pipeline(directory, "startup: 1s"))
            .replace(topic.bootstrapServers(), "127.0.0.1:" + FreePorts.next()));
    long since = System.nanoTime();

    Said said = Commanding.run(file, "lag");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("no Kafka broker answered at 127.0.0.1:", "Fix: ");
    assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void aTopicThatDoesNotExistIsNamed() {
    TestTopic gone = new TestTopic(1);
    Path file = gone.pipeline(directory, "");
    gone.delete();

    Said said = Commanding.run(file, "lag");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("the topic '" + gone.name() + "' does not exist");
    assertThat(said.out()).isEmpty();
  }

  @Test
  void aPipelineThatReadsSomethingElseIsRefused() throws Exception {
    Path file = directory.resolve("other.yaml");
    Files.writeString(
        file,
        """
        apiVersion: sluice.dev/v1
        pipeline: { name: other, handler: work, source: { elsewhere: {} } }
        """);

    Said said = Commanding.run(Elsewhere.providers(), file, "lag");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("the source of pipeline 'other' is elsewhere");
  }
}
