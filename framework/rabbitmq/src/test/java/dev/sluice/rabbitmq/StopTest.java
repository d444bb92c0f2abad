package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.Ordering;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.testkit.StopReport;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a stop leaves in a queue, and how long it takes. */
@Timeout(120)
class StopTest {
  private static final RabbitBroker BROKER = TestRabbit.shared();
  private static final String QUEUE = "work";
  private static final int MESSAGES = 1_100;
  private static final int PREFETCH = 1_000;
  private static final int ROUNDS = 30;
  private static final Duration TRY = Duration.ofSeconds(2);
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(20));

  private final Queue<String> started = new ConcurrentLinkedQueue<>();
  private final Queue<String> done = new ConcurrentLinkedQueue<>();

  private static List<String> texts(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
  }

  private static List<String> values(Chunk<String> chunk) {
    return chunk.records().stream().map(SourceRecord::value).toList();
  }

  private Future<Outcome> after(Future<?> work, Chunk<String> chunk) {
    started.addAll(values(chunk));
    return work.map(
        over -> {
          done.addAll(values(chunk));
          return Outcome.DONE;
        });
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void aStopTakesOneTryAndWhatHasNotStartedIsBackInOrder(QueueType type, TestReporter reporter)
      throws Exception {
    try (TestQueues queues = new TestQueues(BROKER).declare(QUEUE, type, Map.of())) {
      queues.publish(QUEUE, texts(0, MESSAGES));
      Promise<io.vertx.core.Vertx> vertx = Promise.promise();
      ChunkHandler<String> slow =
          ChunkHandler.of(
              LIMITS,
              (chunk, context) ->
                  after(vertx.future().compose(it -> it.timer(TRY.toMillis())), chunk));
      try (QueueWorker worker =
          new QueueWorker(
              Settings.of(queues.url(), QUEUE)
                  .type(type)
                  .prefetch(PREFETCH)
                  .deliveryAckTimeout(Duration.ofHours(1))
                  .onlyLook(),
              new QueueWorker.Figures().chunk(10).chunks(1).ordering(Ordering.LANE).attempts(1),
              slow)) {
        vertx.complete(worker.vertx());
        await()
            .untilAsserted(
                () -> assertThat(queues.counts(QUEUE).unacknowledged()).isEqualTo(PREFETCH));
        long before = System.nanoTime();
        StopReport report = worker.stop();
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        reporter.publishEntry(type + " stop", took.toMillis() + " ms");
        assertThat(report.outcome()).isEqualTo("clean");
        assertThat(took).isLessThan(TRY.plusSeconds(1));
      }
      awaitRest(queues);
      assertThat(done).isNotEmpty().containsExactlyElementsOf(started);
      assertThat(queues.takeTexts(QUEUE)).isEqualTo(texts(done.size(), MESSAGES));
    }
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void thirtyDrainsInARowNeitherDropNorRepeatNorReorderAMessage(QueueType type) throws Exception {
    try (TestQueues queues = new TestQueues(BROKER).declare(QUEUE, type, Map.of())) {
      queues.publish(QUEUE, texts(0, MESSAGES));
      for (int round = 0; round < ROUNDS; round++) {
        int before = done.size();
        Held held = new Held(new ConcurrentLinkedQueue<>());
        try (QueueWorker worker =
            new QueueWorker(
                Settings.of(queues.url(), QUEUE).type(type).prefetch(200).onlyLook(),
                new QueueWorker.Figures().chunk(10).chunks(1).ordering(Ordering.LANE).attempts(1),
                ChunkHandler.of(LIMITS, held::handle))) {
          await().until(() -> done.size() > before && held.holds());
          worker.vertx().runOnContext(v -> held.whenDraining());
          StopReport report = worker.stop();
          assertThat(report.outcome()).isEqualTo("clean");
          assertThat(report.handedBack()).isPositive();
        }
        awaitRest(queues);
      }
      assertThat(done).containsExactlyElementsOf(texts(0, done.size()));
      assertThat(queues.takeTexts(QUEUE)).isEqualTo(texts(done.size(), MESSAGES));
    }
  }

  /** A quorum queue applies what it was told some milliseconds later. */
  private void awaitRest(TestQueues queues) {
    await()
        .untilAsserted(
            () ->
                assertThat(queues.counts(QUEUE))
                    .isEqualTo(new QueueCounts(MESSAGES - done.size(), 0, 0)));
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void whatEndsOutOfOrderInAStopIsSettledToo(QueueType type) {
    try (TestQueues queues = new TestQueues(BROKER).declare(QUEUE, type, Map.of())) {
      queues.publish(QUEUE, texts(0, MESSAGES));
      for (int round = 0; round < 5; round++) {
        Queue<Held> all = new ConcurrentLinkedQueue<>();
        try (QueueWorker worker =
            new QueueWorker(
                Settings.of(queues.url(), QUEUE).type(type).onlyLook(),
                new QueueWorker.Figures().chunk(27).chunks(8).ordering(Ordering.NONE).attempts(1),
                ChunkHandler.of(LIMITS, (chunk, context) -> new Held(all).hold(chunk, context)))) {
          await().until(() -> all.size() == 8);
          worker.vertx().runOnContext(v -> endBackwards(worker, all));
          StopReport report = worker.stop();
          assertThat(report.outcome()).isEqualTo("clean");
        }
        awaitRest(queues);
        assertThat(done).hasSameSizeAs(started).doesNotHaveDuplicates();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void whatIsBeingSettledWhenAStopBeginsIsSettledByIt(QueueType type) {
    try (TestQueues queues = new TestQueues(BROKER).declare(QUEUE, type, Map.of())) {
      queues.publish(QUEUE, texts(0, MESSAGES));
      for (int round = 0; round < 5; round++) {
        Queue<Held> all = new ConcurrentLinkedQueue<>();
        try (QueueWorker worker =
            new QueueWorker(
                Settings.of(queues.url(), QUEUE).type(type).onlyLook(),
                new QueueWorker.Figures().chunk(27).chunks(8).ordering(Ordering.NONE).attempts(1),
                ChunkHandler.of(LIMITS, (chunk, context) -> holdEight(all, chunk, context)))) {
          await().until(() -> all.size() == 8);
          worker.vertx().runOnContext(v -> endOneByOne(worker, all));
          StopReport report = worker.stop();
          assertThat(report.outcome()).isEqualTo("clean");
        }
        awaitRest(queues);
        assertThat(done).hasSameSizeAs(started).doesNotHaveDuplicates();
      }
    }
  }

  /** What is begun in the places of the first eight ends when the stop is seen. */
  private Future<Outcome> holdEight(
      Queue<Held> all, Chunk<String> chunk, ChunkContext<String> context) {
    Held held = new Held(all);
    Future<Outcome> outcome = held.hold(chunk, context);
    if (all.size() > 8) {
      held.whenDraining();
    }
    return outcome;
  }

  /** All but the first of what runs ends now, each by itself; that one when the stop is seen. */
  private static void endOneByOne(QueueWorker worker, Queue<Held> all) {
    List<Held> inOrder = all.stream().sorted(Comparator.comparing(Held::firstPosition)).toList();
    for (Held each : inOrder.subList(1, inOrder.size())) {
      worker.vertx().runOnContext(v -> each.open.complete());
    }
    inOrder.get(0).whenDraining();
  }

  /** All but the first of what runs ends as soon as the stop is seen, that one a little later. */
  private static void endBackwards(QueueWorker worker, Queue<Held> all) {
    List<Held> inOrder = all.stream().sorted(Comparator.comparing(Held::firstPosition)).toList();
    inOrder.subList(1, inOrder.size()).forEach(Held::whenDraining);
    var unused = worker.vertx().timer(1).onComplete(later -> inOrder.get(0).whenDraining());
  }

  /** Does one chunk and holds the next until the stop is seen. */
  private final class Held {
    private final Queue<Held> all;
    private int calls;
    private volatile Promise<Void> open;
    private ChunkContext<String> context;
    private long firstPosition;

    Held(Queue<Held> all) {
      this.all = all;
    }

    long firstPosition() {
      return firstPosition;
    }

    Future<Outcome> hold(Chunk<String> chunk, ChunkContext<String> given) {
      firstPosition = chunk.get(0).position();
      context = given;
      open = Promise.promise();
      all.add(this);
      return after(open.future(), chunk);
    }

    Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> given) {
      if (calls++ == 0) {
        return after(Future.succeededFuture(), chunk);
      }
      return hold(chunk, given);
    }

    boolean holds() {
      return open != null;
    }

    void whenDraining() {
      if (context.draining()) {
        open.complete();
      } else {
        io.vertx.core.Vertx.currentContext().runOnContext(v -> whenDraining());
      }
    }
  }
}
