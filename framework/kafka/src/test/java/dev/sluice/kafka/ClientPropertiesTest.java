package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.InstanceIdentity;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.SystemClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientPropertiesTest {
  private Duration need = Duration.ofSeconds(20);
  private int chunkRecords = 100;

  private SourceContext context() {
    SourceContext.Figures figures =
        new SourceContext.Figures(
            need, Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(10));
    return new SourceContext(null, new SystemClock(), "orders", figures, chunkRecords);
  }

  private ClientProperties of(Map<String, String> given) {
    return ClientProperties.of(
        new KafkaSourceConfig("localhost:9092", List.of("orders"), "group", Optional.of(given)),
        context());
  }

  /** As the client itself reads it. */
  private ConsumerConfig consumer(Map<String, String> given) {
    return new ConsumerConfig(of(given).consumer());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bootstrap.servers",
        "group.id",
        "group.instance.id",
        "enable.auto.commit",
        "auto.offset.reset",
        "allow.auto.create.topics",
        "key.deserializer",
        "value.deserializer"
      })
  void whatThePromisesRestOnCannotBeSet(String name) {
    assertThatThrownBy(() -> of(Map.of(name, "x")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.kafka.properties." + name + " can't be set; ");
  }

  private ClientProperties named(String id, int replicas) {
    SourceContext plain = context();
    return ClientProperties.of(
        new KafkaSourceConfig("localhost:9092", List.of("orders"), "group", Optional.empty()),
        new SourceContext(
            null,
            plain.clock(),
            plain.pipeline(),
            plain.figures(),
            chunkRecords,
            Optional.of(new InstanceIdentity(id, OptionalInt.of(replicas))),
            List.of(),
            Optional.empty(),
            Set.of()));
  }

  @Test
  void aLastingNameMakesAStaticMemberUnlessItIsOneTooMany() {
    assertThat(named("orders-2", 3).consumer()).containsEntry("group.instance.id", "orders-2");
    assertThat(named("orders-3", 3).consumer()).doesNotContainKey("group.instance.id");
    assertThat(of(Map.of()).consumer()).doesNotContainKey("group.instance.id");
  }

  @Test
  void partitionsThatAreAddedAreNoticedWithinHalfAMinute() {
    assertThat(consumer(Map.of()).getLong("metadata.max.age.ms")).isEqualTo(30_000);
    assertThat(consumer(Map.of("metadata.max.age.ms", "5000")).getLong("metadata.max.age.ms"))
        .isEqualTo(5_000);
  }

  @Test
  void positionsAreNeverCommittedByTimeAndNeverReset() {
    ConsumerConfig consumer = consumer(Map.of());

    assertThat(consumer.getBoolean("enable.auto.commit")).isFalse();
    assertThat(consumer.getString("auto.offset.reset")).isEqualTo("none");
    assertThat(consumer.getBoolean("allow.auto.create.topics")).isFalse();
    assertThat(consumer.getClass("value.deserializer")).isEqualTo(ByteArrayDeserializer.class);
  }

  @Test
  void whatTheUserSetsReachesTheClientWhateverItsType() {
    ConsumerConfig consumer =
        consumer(
            Map.of(
                "check.crcs", "false",
                "fetch.min.bytes", "4096",
                "isolation.level", "read_committed",
                "client.id", "mine"));

    assertThat(consumer.getBoolean("check.crcs")).isFalse();
    assertThat(consumer.getInt("fetch.min.bytes")).isEqualTo(4096);
    assertThat(consumer.getString("isolation.level")).isEqualTo("read_committed");
    assertThat(consumer.getString("client.id")).isEqualTo("mine");
  }

  @Test
  void membersShareCooperativelyUnlessToldOtherwise() {
    assertThat(consumer(Map.of()).getList("partition.assignment.strategy"))
        .isEqualTo(List.of(CooperativeStickyAssignor.class.getName()));
    assertThat(
            consumer(Map.of("partition.assignment.strategy", "a.Strategy"))
                .getList("partition.assignment.strategy"))
        .isEqualTo(List.of("a.Strategy"));
  }

  @Test
  void theBrokerSideProtocolIsGivenNothingThatItForbids() {
    ConsumerConfig consumer = consumer(Map.of("group.protocol", "consumer"));

    assertThat(consumer.originals())
        .doesNotContainKeys(
            "partition.assignment.strategy", "session.timeout.ms", "heartbeat.interval.ms");
    assertThat(consumer.getInt("max.poll.interval.ms")).isEqualTo(300_000);
  }

  @Test
  void theLongestTimeBetweenTwoPollsFollowsFromTheLimits() {
    need = Duration.ofSeconds(400);

    assertThat(consumer(Map.of()).getInt("max.poll.interval.ms")).isEqualTo(420_000);
    assertThat(consumer(Map.of("heartbeat.interval.ms", "20000")).getInt("max.poll.interval.ms"))
        .isEqualTo(435_000);
  }

  @Test
  void aLongerTimeBetweenTwoPollsIsTaken() {
    assertThat(consumer(Map.of("max.poll.interval.ms", "600000")).getInt("max.poll.interval.ms"))
        .isEqualTo(600_000);
  }

  @Test
  void aShorterTimeBetweenTwoPollsIsRefusedWithTheSum() {
    need = Duration.ofSeconds(400);

    assertThatThrownBy(() -> of(Map.of("max.poll.interval.ms", "300000")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("max.poll.interval.ms is 300000")
        .hasMessageContaining("420000 ms")
        .hasMessageContaining("need 400 s + commit 10 s + margin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5m", "1.5", "99999999999"})
  void aTimeThatIsNoNumberOfMillisecondsIsRefused(String text) {
    assertThatThrownBy(() -> of(Map.of("max.poll.interval.ms", text)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("max.poll.interval.ms is '" + text + "'")
        .hasMessageContaining("whole number of milliseconds");
  }

  @Test
  void aPollBringsAChunkAtLeastButNeverVeryMany() {
    assertThat(consumer(Map.of()).getInt("max.poll.records")).isEqualTo(500);
    chunkRecords = 1000;
    assertThat(consumer(Map.of()).getInt("max.poll.records")).isEqualTo(1000);
    chunkRecords = 1_000_000;
    assertThat(consumer(Map.of()).getInt("max.poll.records")).isEqualTo(2000);
    assertThat(consumer(Map.of("max.poll.records", "7")).getInt("max.poll.records")).isEqualTo(7);
  }

  @Test
  void theAdminClientConnectsAsTheConsumerDoes() {
    Map<String, Object> admin =
        of(Map.of(
                "security.protocol", "SASL_SSL",
                "sasl.mechanism", "PLAIN",
                "ssl.truststore.location", "/trust",
                "fetch.min.bytes", "1"))
            .admin();

    assertThat(admin)
        .containsEntry("bootstrap.servers", "localhost:9092")
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.mechanism", "PLAIN")
        .containsEntry("ssl.truststore.location", "/trust")
        .doesNotContainKey("fetch.min.bytes");
  }
}
