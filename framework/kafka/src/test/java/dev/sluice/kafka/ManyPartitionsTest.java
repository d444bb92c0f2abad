package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A topic of a thousand partitions, all of them one member's. */
class ManyPartitionsTest {
  private static final Logger LOGGER = LoggerFactory.getLogger(ManyPartitionsTest.class);
  private static final int PARTITIONS = 1_000;
  private static final int RECORDS = 5_000;
  private static final Duration BOUND = Duration.ofSeconds(20);

  private static TestTopic topic;

  @BeforeAll
  static void produce() {
    topic = new TestTopic(EmbeddedKafka.shared(), PARTITIONS, Map.of());
    topic.produce(RECORDS);
  }

  private static Member member(String group) {
    return Member.of(topic.bootstrapServers(), List.of(topic.name()), group);
  }

  private static TestGroup group(String name) {
    return new TestGroup(topic.bootstrapServers(), name);
  }

  private static long millis(long fromNanos) {
    return Duration.ofNanos(System.nanoTime() - fromNanos).toMillis();
  }

  private static long pollThreadCpuNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("sluice-kafka-poll"))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getId()))
        .sum();
  }

  @ParameterizedTest
  @EnumSource
  void aThousandLanesAreReadSettledTogetherAndLeftInTime(GroupProtocol protocol) {
    String group = topic.group() + protocol;
    try (Member member = member(group).with(protocol)) {
      long from = System.nanoTime();
      member.open();
      Set<LaneRef> lanes = member.awaitLanes(PARTITIONS);
      long opened = millis(from);
      await().atMost(BOUND).until(() -> member.engine().values().size() == RECORDS);
      long read = millis(from);

      long settleFrom = System.nanoTime();
      List<Settlement> all = new ArrayList<>();
      lanes.forEach(lane -> all.add(member.engine().done(lane)));
      SettleResult result = Member.get(member.source().settle(all, Duration.ofSeconds(10)));
      long settled = millis(settleFrom);
      assertThat(result.settled()).hasSize(PARTITIONS);

      long busy = pollThreadCpuNanos();
      long idleFrom = System.nanoTime();
      await()
          .pollInterval(Duration.ofMillis(500))
          .during(Duration.ofSeconds(3))
          .atMost(BOUND)
          .until(() -> member.source().alive());
      long idle = System.nanoTime() - idleFrom;
      long percent = 100 * (pollThreadCpuNanos() - busy) / idle;

      long closeFrom = System.nanoTime();
      Member.get(member.closing(Duration.ofSeconds(10)));
      long closed = millis(closeFrom);
      LOGGER.info(
          "{}: lanes after {} ms, read after {} ms, settled in {} ms, closed in {} ms, idle {} % of"
              + " a core",
          protocol, opened, read, settled, closed, percent);
      assertThat(group(group).committed().values()).hasSize(PARTITIONS).containsOnly(5L);
      assertThat(percent).as("what the poll thread takes of a core while idle").isLessThan(25);
      assertThat(closed).isLessThan(5_000);
      assertThat(settled).isLessThan(5_000);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COOPERATIVE", "BROKER_SIDE"})
  void aThousandLanesWithMuchDoneBeyondTheirHolesAreSettledTogether(GroupProtocol protocol) {
    String group = topic.group() + "-holes-" + protocol;
    try (Member member = member(group).with(protocol).open()) {
      Set<LaneRef> lanes = member.awaitLanes(PARTITIONS);
      List<Settlement> all = new ArrayList<>();
      for (LaneRef lane : lanes) {
        all.add(new Settlement.Done(lane, 0, 1, 1, new Carried(manyHoles(), List.of())));
      }

      SettleResult result = Member.get(member.source().settle(all, Duration.ofSeconds(10)));

      assertThat(result.settled()).hasSize(PARTITIONS);
      assertThat(group(group).committed())
          .hasSize(PARTITIONS)
          .containsEntry(new TopicPartition(topic.name(), 0), 1L);
    }
  }

  /** Close to the most that is kept. */
  private static List<Carried.Stretch> manyHoles() {
    return IntStream.range(0, 1_400)
        .mapToObj(i -> new Carried.Stretch(2 + 16L * i, 3 + 16L * i))
        .toList();
  }
}
