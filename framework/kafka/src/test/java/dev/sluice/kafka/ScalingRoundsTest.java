package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker becomes four and one again, under load, with tries of 5 to 500 ms. One round; more
 * with {@code -Dsluice.soak.rounds=5}.
 */
class ScalingRoundsTest {
  private static final Logger LOGGER = LoggerFactory.getLogger(ScalingRoundsTest.class);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ROUNDS = Integer.getInteger("sluice.soak.rounds", 1);
  private static final int MORE = 3;
  private static final int BATCH = 40;

  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(8);
  private final AtomicInteger produced = new AtomicInteger();
  private final List<String> handled = new ArrayList<>();
  private final List<RevokeWait> waits = new ArrayList<>();

  private static void awaitMore(WorkerProcess worker, int records) {
    int now = worker.handled().size();
    await().atMost(PATIENCE).until(() -> worker.handled().size() >= now + records);
  }

  private static String properties(GroupProtocol protocol) {
    return protocol == GroupProtocol.BROKER_SIDE
        ? "{ group.protocol: consumer }"
        : "{ heartbeat.interval.ms: \"200\" }";
  }

  private void end(String name, WorkerProcess worker) {
    assertThat(worker.terminate()).as(worker.output()).isZero();
    handled.addAll(worker.handled());
    try {
      waits.addAll(
          RevokeWait.of(
              worker.output(), Files.readAllLines(directory.resolve(name + ".handled.tries"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<GroupProtocol> protocols() {
    return ROUNDS == 1
        ? List.of(GroupProtocol.COOPERATIVE)
        : List.of(GroupProtocol.COOPERATIVE, GroupProtocol.BROKER_SIDE);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void eachRecordIsHandledOnceAndARevokeWaitsForStartedTriesOnly(GroupProtocol protocol)
      throws InterruptedException {
    Path pipeline = topic.pipeline(directory, properties(protocol), "");
    AtomicBoolean over = new AtomicBoolean();
    Thread load =
        new Thread(
            () -> {
              while (!over.get()) {
                topic.produce(produced.get(), produced.get() + BATCH);
                produced.addAndGet(BATCH);
              }
            },
            "load");
    try (WorkerProcess stays = start("stays", pipeline)) {
      load.start();
      try {
        awaitMore(stays, 200);
        for (int round = 0; round < ROUNDS; round++) {
          oneRound(round, pipeline, stays);
        }
        assertThat(load.isAlive()).isTrue();
      } finally {
        over.set(true);
        load.join();
      }
      int before = handled.size();
      await().atMost(PATIENCE).until(() -> stays.handled().size() + before >= produced.get());
      end("stays", stays);
    }
    assertThat(handled)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, produced.get()).mapToObj(Integer::toString).toList());
    assertThat(topic.committed()).isEqualTo(produced.get());
    LOGGER.info("{}", figures(protocol));
    assertThat(waits)
        .isNotEmpty()
        .allSatisfy(wait -> assertThat(wait.beyond()).isLessThan(Duration.ofSeconds(1)));
  }

  private WorkerProcess start(String name, Path pipeline) {
    return new WorkerProcess(TimedWorker.class, name, directory, pipeline);
  }

  private void oneRound(int round, Path pipeline, WorkerProcess stays) {
    List<WorkerProcess> visitors = new ArrayList<>();
    try {
      for (int i = 0; i < MORE; i++) {
        visitors.add(start("visitor-" + round + "-" + i, pipeline));
      }
      visitors.forEach(visitor -> awaitMore(visitor, 50));
      awaitMore(stays, 50);
      for (int i = 0; i < MORE; i++) {
        end("visitor-" + round + "-" + i, visitors.get(i));
      }
      awaitMore(stays, 100);
    } finally {
      visitors.forEach(WorkerProcess::close);
    }
  }

  private String figures(GroupProtocol protocol) {
    long waited = waits.stream().filter(wait -> !wait.left().isZero()).count();
    Duration longest = waits.stream().map(RevokeWait::took).max(Duration::compareTo).orElseThrow();
    Duration left = waits.stream().map(RevokeWait::left).max(Duration::compareTo).orElseThrow();
    Duration beyond = waits.stream().map(RevokeWait::beyond).max(Duration::compareTo).orElseThrow();
    return "scaling "
        + protocol
        + ": rounds "
        + ROUNDS
        + ", records "
        + produced.get()
        + ", handled "
        + handled.size()
        + ", revokes "
        + waits.size()
        + " ("
        + waited
        + " with started tries), longest wait "
        + longest.toMillis()
        + " ms, longest try left "
        + left.toMillis()
        + " ms, most beyond it "
        + beyond.toMillis()
        + " ms";
  }
}
