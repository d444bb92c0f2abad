package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.spi.Idleness;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConnectTest {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofSeconds(3);

  private final TestTopic topic = new TestTopic(1);

  private static Member nobodyListens() {
    return Member.of("127.0.0.1:" + FreePorts.next(), List.of("orders"), "group");
  }

  private Member asking(String topicName) {
    return Member.of(topic.bootstrapServers(), List.of(topicName), "group");
  }

  private static String refusal(Member member) {
    Future<Void> opening = member.opening(Member.PATIENCE);
    await().atMost(Member.PATIENCE).until(opening::isComplete);
    assertThat(opening.cause()).isInstanceOf(InvalidSetup.class);
    return opening.cause().getMessage();
  }

  @Test
  void aTopicThatDoesNotExistIsNamedBesideThoseOfSimilarName() {
    String mistyped = topic.name() + "x";
    try (Member member = asking(mistyped)) {
      assertThat(refusal(member))
          .contains("pipeline.source.kafka.topics", "'" + mistyped + "'", topic.name() + ",")
          .contains("Fix: create the topic");
    }
  }

  @Test
  void oneMissingTopicOfSeveralIsEnough() {
    try (Member member =
        Member.of(topic.bootstrapServers(), List.of(topic.name(), "missing"), "group")) {
      assertThat(refusal(member)).contains("'missing' does not exist");
    }
  }

  @Test
  void aBrokerThatIsNotThereIsWaitedForNoLongerThanAsked() {
    try (Member member = nobodyListens()) {
      Future<Void> opening = member.opening(SHORT);

      await().atMost(SOON).until(opening::isComplete);
      assertThat(opening.cause())
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("no Kafka broker answered at 127.0.0.1:")
          .hasMessageContaining("within 1 s");
    }
  }

  @Test
  void anAddressThatTakesConnectionsAndSaysNothingIsNoBroker() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Member member =
            Member.of("127.0.0.1:" + silent.getLocalPort(), List.of("orders"), "group")) {
      Future<Void> opening = member.opening(SHORT);

      await().atMost(SOON).until(opening::isComplete);
      assertThat(opening.cause())
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("no Kafka broker answered");
    }
  }

  @Test
  void aCloseWhileConnectingEndsWithinASecond() {
    try (Member member = nobodyListens()) {
      Future<Void> opening = member.opening(Duration.ofMinutes(1));

      Future<Void> closed = member.closing(Duration.ofSeconds(10));

      await().atMost(SHORT).until(closed::isComplete);
      await().atMost(SHORT).until(opening::failed);
    }
  }

  @Test
  void aStopWhileConnectingEndsAtOnceAndNothingIsJoined() {
    try (Member member = Member.of(topic)) {
      Future<Void> opening = member.opening(Member.PATIENCE);

      assertThat(member.source().stopIntake().succeeded()).isTrue();
      Future<Void> closed = member.closing(Duration.ofSeconds(10));

      await().atMost(SOON).until(closed::isComplete);
      await().atMost(SOON).until(opening::isComplete);
      assertThat(member.engine().everOpened()).isEmpty();
      assertThat(topic.members().clientIds()).isEmpty();
    }
  }

  @Test
  void aSourceThatWasStoppedBeforeItWasOpenedConnectsToNothing() {
    try (Member member = nobodyListens()) {
      assertThat(member.source().stopIntake().succeeded()).isTrue();
      assertThat(member.closing(SHORT).succeeded()).isTrue();

      assertThat(member.opening(Member.PATIENCE).failed()).isTrue();
    }
  }

  @Test
  void aSourceThatIsStillConnectingIsNotIdle() {
    try (Member member = nobodyListens()) {
      Future<Void> opening = member.opening(SHORT);
      Future<Idleness> idleness = member.source().idleness(Set.of());
      await().atMost(SOON).until(opening::isComplete);

      Future<Void> closed = member.closing(Duration.ofSeconds(10));

      await().atMost(SHORT).until(closed::isComplete);
      assertThat(Member.get(idleness)).isEqualTo(Idleness.NO_LANES);
    }
  }

  @Test
  void whatTheClientRefusesIsQuoted() {
    try (Member member = Member.of(topic).with("session.timeout.ms", "abc")) {
      assertThat(refusal(member))
          .contains("the Kafka client refuses its configuration")
          .contains("Invalid value abc for configuration session.timeout.ms");
    }
  }

  @Test
  void whatTheBrokerSideProtocolForbidsIsQuoted() {
    try (Member member =
        Member.of(topic).with(GroupProtocol.BROKER_SIDE).with("session.timeout.ms", "10000")) {
      assertThat(refusal(member)).contains("session.timeout.ms", "group.protocol=CONSUMER");
    }
  }

  @Test
  void aKeyStoreThatIsNotThereIsNamed() {
    try (Member member =
        Member.of(topic)
            .with("security.protocol", "SSL")
            .with("ssl.keystore.location", "/no/such/keystore.jks")
            .with("ssl.keystore.password", "secret")) {
      assertThat(refusal(member)).contains("/no/such/keystore.jks").doesNotContain("secret");
    }
  }

  @Test
  void credentialsThatTheBrokerDoesNotTakeAreAMistakeInTheSetup() {
    try (Member member =
        Member.of(topic)
            .with("security.protocol", "SASL_PLAINTEXT")
            .with("sasl.mechanism", "PLAIN")
            .with(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required"
                    + " username=\"a\" password=\"secret\";")) {
      assertThat(refusal(member))
          .contains("refused the credentials", "sasl.jaas.config")
          .doesNotContain("secret");
    }
  }

  @Test
  void closingASourceThatWasNeverOpenedDoesNothing() {
    try (Member member = Member.of(topic)) {
      assertThat(member.source().alive()).isTrue();
      assertThat(member.closing(SHORT).succeeded()).isTrue();
    }
  }

  @Test
  void aTopicNameThatKafkaDoesNotAllowIsAMistakeInTheSetup() {
    try (Member member = asking("no such/topic")) {
      assertThat(refusal(member)).contains("'no such/topic'");
    }
  }

  @Test
  void noTopicsAtAllAreRefusedBeforeAnythingIsDialled() {
    Member none = Member.of(topic.bootstrapServers(), List.of(), "group");
    assertThatThrownBy(none::source)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.kafka.topics is empty");
    none.close();
  }

  @Test
  void aBlankGroupIsRefusedBeforeAnythingIsDialled() {
    Member blank = Member.of(topic.bootstrapServers(), List.of(topic.name()), " ");
    assertThatThrownBy(blank::source)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.kafka.group is empty");
    blank.close();
  }
}
