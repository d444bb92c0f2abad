package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several settles at once, as the engine asks for them. */
@Timeout(120)
class SettlesAtOnceTest {
  private static final String QUEUE = "work";
  private static final int EACH = 10;
  private static final Duration WITHIN = Duration.ofSeconds(30);

  private final TestQueues queues = new TestQueues(TestRabbit.shared());
  private final TakingEngine engine = new TakingEngine();

  @AfterEach
  void close() {
    queues.close();
  }

  /** The stretches of as many settles as there may be, the first of them missing. */
  private List<Settlement> fill(Source source) {
    int count = source.settlesAtOnce() + 1;
    queues.publish(QUEUE, IntStream.range(0, count * EACH).mapToObj(i -> "m" + i).toList());
    await().until(() -> engine.positions().size() == count * EACH);
    List<Settlement> stretches = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      stretches.add(stretch(i));
    }
    return stretches;
  }

  private Settlement stretch(int index) {
    LaneRef lane = engine.opened().get(engine.opened().size() - 1);
    long from = engine.positions().get(index * EACH);
    return new Settlement.Done(lane, from, from + EACH, EACH);
  }

  private OpenSource open(QueueType type) {
    queues.declare(QUEUE, type, Map.of());
    return new OpenSource(
        Settings.of(queues.url(), QUEUE).type(type).prefetch(1_000).onlyLook(),
        new SystemClock(),
        EACH,
        engine);
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void eachIsAnsweredForItsOwnRecords(QueueType type) {
    try (OpenSource open = open(type)) {
      List<Settlement> stretches = fill(open.source());
      assertThat(stretches).hasSizeGreaterThan(1);
      List<Future<SettleResult>> asked = new ArrayList<>();
      for (Settlement each : stretches) {
        asked.add(open.source().settle(List.of(each), WITHIN));
      }
      for (int i = 0; i < asked.size(); i++) {
        SettleResult result = QueueWorker.result(asked.get(i));
        assertThat(result.settled()).containsExactly(stretches.get(i));
      }
      await().untilAsserted(() -> assertThat(counts()).isEqualTo(new QueueCounts(0, EACH, 1)));
    }
  }

  private QueueCounts counts() {
    return queues.counts(QUEUE);
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void whenTheyAreAnsweredInAStopNothingOfThemIsInTheQueue(QueueType type) {
    try (OpenSource open = open(type)) {
      List<Settlement> stretches = fill(open.source());
      List<Future<SettleResult>> asked = new ArrayList<>();
      for (Settlement each : stretches) {
        asked.add(open.source().settle(List.of(each), WITHIN));
      }
      var stopped = open.stopIntake();
      asked.add(open.source().settle(List.of(stretch(0)), WITHIN));
      for (Future<SettleResult> each : asked) {
        assertThat(QueueWorker.result(each).failed()).isEmpty();
        assertThat(QueueWorker.result(each).stale()).isEmpty();
      }
      var unused = QueueWorker.result(stopped);
    }
    await().untilAsserted(() -> assertThat(counts()).isEqualTo(new QueueCounts(0, 0, 0)));
  }
}
