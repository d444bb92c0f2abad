package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.kafka.EmbeddedKafkaCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of three brokers is killed under two workers and a steady load. */
class BrokerKilledTest {
  private static final Logger LOGGER = LoggerFactory.getLogger(BrokerKilledTest.class);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PARTITIONS = 6;
  private static final int CHUNK = 100;

  /** Some twenty seconds of work for one worker: far more than a broker takes to die. */
  private static final int BACKLOG = 60_000;

  private static final EmbeddedKafkaCluster CLUSTER = LinkedBroker.three().broker();

  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(CLUSTER, PARTITIONS, Map.of());

  @AfterEach
  void mend() {
    CLUSTER.start();
    CLUSTER.awaitInSync(PATIENCE);
  }

  private static void awaitMore(WorkerProcess worker, int records) {
    int now = worker.handled().size();
    await().atMost(PATIENCE).until(() -> worker.handled().size() >= now + records);
  }

  private static List<String> handled(WorkerProcess... workers) {
    List<String> all = new ArrayList<>();
    Stream.of(workers).forEach(worker -> all.addAll(worker.handled()));
    return all;
  }

  /** What comes twice is at most what was not committed when the broker went, or ran then. */
  private void assertNothingIsLostWhenKilled(GroupProtocol protocol, int rounds, Victim victim) {
    Path pipeline = topic.pipeline(directory, protocol.yaml(), "");
    try (WorkerProcess one = new WorkerProcess("one", directory, pipeline);
        WorkerProcess two = new WorkerProcess("two", directory, pipeline)) {
      long inFlight = 0;
      SteadyLoad load = new SteadyLoad(topic, PARTITIONS);
      try (load) {
        awaitMore(one, 200);
        awaitMore(two, 200);
        for (int round = 0; round < rounds; round++) {
          int killed = victim.choose();
          long committed = topic.committed();
          CLUSTER.broker(killed).kill();
          inFlight += handled(one, two).size() - committed + (long) PARTITIONS * CHUNK;
          long from = System.nanoTime();
          awaitMore(one, 200);
          awaitMore(two, 200);
          LOGGER.info(
              "{}: broker {} killed, both workers go on after {} ms",
              protocol,
              killed,
              Duration.ofNanos(System.nanoTime() - from).toMillis());
          assertThat(topic.members().coordinator()).isNotEqualTo(killed);
          assertThat(topic.leaders()).doesNotContain(killed);
          if (round < rounds - 1) {
            mend();
          }
        }
      }
      List<String> expected = load.values();
      await().atMost(PATIENCE).until(() -> Tallied.of(expected, handled(one, two)).lost() == 0);
      assertThat(one.terminate()).as(one.output()).isZero();
      assertThat(two.terminate()).as(two.output()).isZero();

      Tallied tallied = Tallied.of(expected, handled(one, two));
      LOGGER.info("{}: {}, in flight at most {}", protocol, tallied, inFlight);
      assertThat(tallied.lost()).isZero();
      assertThat((long) tallied.twice()).isLessThanOrEqualTo(inFlight);
      assertThat(topic.committed()).isEqualTo(expected.size());
    }
  }

  /** Which broker goes. */
  @FunctionalInterface
  private interface Victim {
    int choose();
  }

  private int coordinator() {
    return topic.members().coordinator();
  }

  private int leaderOnly() {
    int coordinator = coordinator();
    return topic.leaders().stream().filter(id -> id != coordinator).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = "COOPERATIVE")
  void nothingIsLostWhenTheCoordinatorOfTheGroupIsKilled(GroupProtocol protocol) {
    assertNothingIsLostWhenKilled(protocol, 1, this::coordinator);
  }

  @Tag("soak")
  @ParameterizedTest
  @EnumSource(names = "COOPERATIVE")
  void nothingIsLostWhenALeaderIsKilled(GroupProtocol protocol) {
    assertNothingIsLostWhenKilled(protocol, 1, this::leaderOnly);
  }

  @Tag("soak")
  @ParameterizedTest
  @EnumSource
  void nothingIsLostWhenOneCoordinatorAfterTheOtherIsKilled(GroupProtocol protocol) {
    assertNothingIsLostWhenKilled(protocol, 3, this::coordinator);
  }

  @Tag("soak")
  @ParameterizedTest
  @EnumSource
  void nothingIsLostWhenOneLeaderAfterTheOtherIsKilled(GroupProtocol protocol) {
    assertNothingIsLostWhenKilled(protocol, 3, this::leaderOnly);
  }

  @ParameterizedTest
  @EnumSource(names = "COOPERATIVE")
  void aDrainCommitsEverythingThroughTheNextCoordinatorWhenItsOwnIsKilled(GroupProtocol protocol) {
    topic.produce(BACKLOG);
    Path pipeline = topic.pipeline(directory, protocol.yaml(), "");
    try (WorkerProcess worker = new WorkerProcess("drains", directory, pipeline)) {
      awaitMore(worker, 500);
      int coordinator = coordinator();
      CLUSTER.broker(coordinator).kill();

      assertThat(worker.terminate()).as(worker.output()).isZero();

      int handled = worker.handled().size();
      assertThat(handled).isLessThan(BACKLOG);
      assertThat(topic.committed()).as(worker.output()).isEqualTo(handled);
      assertThat(topic.members().coordinator()).isNotEqualTo(coordinator);
    }
  }
}
