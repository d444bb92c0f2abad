package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.kafka.Commanding.Said;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaCheckTest {
  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(2);
  private final DeadTopic dead = new DeadTopic(1);

  private static List<String> statuses(Said said) {
    var checks = new JsonObject(said.out()).getJsonArray("checks");
    return IntStream.range(0, checks.size())
        .mapToObj(checks::getJsonObject)
        .map(each -> each.getString("what") + " " + each.getString("status"))
        .toList();
  }

  @Test
  void everythingThatIsThereIsOkAndNothingIsJoinedOrRead() {
    topic.produce(10);
    topic.members().move(topic.partition(0), 3);
    Path file = dead.pipeline(directory, topic);

    Said said = Commanding.run(file, "check");

    assertThat(said.code()).isZero();
    assertThat(said.out())
        .containsPattern("ok +configuration +" + file)
        .containsPattern("ok +shutdown chain +fits")
        .containsPattern(
            "ok +pipeline.deadLetter.kafka.topic +" + dead.name() + " \\(1 partition\\)")
        .containsPattern(
            "ok +pipeline.source.kafka.topics +" + topic.name() + " \\(2 partitions\\)")
        .containsPattern(
            "ok +pipeline.source.kafka.group +group "
                + topic.group()
                + ": empty.*, 0 members, positions in 1 partition")
        .contains("nothing is wrong");
    assertThat(topic.committed()).isEqualTo(3);
    assertThat(topic.members().clientIds()).isEmpty();
  }

  @Test
  void whatIsNotThereFailsEachByItselfWithItsFix() throws Exception {
    Path file = dead.pipeline(directory, topic);
    Files.writeString(file, Files.readString(file).replace(dead.name(), "no-such-topic"));

    Said said = Commanding.run(file, "check", "--json");

    assertThat(said.code()).isEqualTo(2);
    assertThat(statuses(said))
        .containsExactly(
            "configuration ok",
            "shutdown chain ok",
            "pipeline.deadLetter.kafka.topic failed",
            "pipeline.source.kafka.topics ok",
            "pipeline.source.kafka.group ok");
    assertThat(said.out())
        .contains("'no-such-topic' does not exist", "\"fix\" : \"create the topic");
  }

  @Test
  void brokersThatAreNotThereAreWaitedForNoLongerThanStartup() throws Exception {
    Path file = dead.pipeline(directory, topic);
    Files.writeString(
        file,
        Files.readString(file)
            .replace("startup: 20s", "startup: 1s")
            .replace(topic.bootstrapServers(), "127.0.0.1:" + FreePorts.next()));
    long since = System.nanoTime();

    Said said = Commanding.run(file, "check");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.out())
        .containsPattern("failed +pipeline.deadLetter.kafka.topic +.*no Kafka broker answered")
        .containsPattern("failed +pipeline.source.kafka.topics +.*no Kafka broker answered")
        .containsPattern("not checked +pipeline.source.kafka.group")
        .contains("Fix: check the address", "a run would not start");
    assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(6));
  }

  @Test
  void aRightThatIsMissingIsNamed() throws Exception {
    try (EmbeddedKafka broker =
        EmbeddedKafka.temporary(
            KafkaOptions.defaults()
                .withProperty(
                    "authorizer.class.name",
                    "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .withProperty("allow.everyone.if.no.acl.found", "true"))) {
      broker.start();
      TestTopic guarded = new TestTopic(broker, 1, Map.of());
      TestGroup.ask(
          guarded.bootstrapServers(),
          admin -> admin.createAcls(List.of(onlyDescribe(guarded.name()))).all().get());

      Said said = Commanding.run(guarded.pipeline(directory, "startup: 20s"), "check");

      assertThat(said.code()).isEqualTo(2);
      assertThat(said.out())
          .contains("the credentials may not READ " + guarded.name())
          .contains("Fix: grant DESCRIBE and READ on the topic");
    }
  }

  private static AclBinding onlyDescribe(String name) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, name, PatternType.LITERAL),
        new AccessControlEntry(
            "User:ANONYMOUS", "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW));
  }
}
