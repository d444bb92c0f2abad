package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole workers, each a process of its own, ended by SIGTERM. */
class ScalingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int BATCH = 60;

  @TempDir Path directory;

  private final TestTopic topic = new TestTopic(6);
  private final AtomicInteger produced = new AtomicInteger();

  /** Keeps records coming until it is closed. */
  private final class Load implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "load");

    Load() {
      thread.start();
    }

    private void run() {
      while (!over.get()) {
        topic.produce(produced.get(), produced.get() + BATCH);
        produced.addAndGet(BATCH);
      }
    }

    boolean goesOn() {
      return thread.isAlive();
    }

    @Override
    public void close() {
      over.set(true);
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static void awaitMore(WorkerProcess worker, int records) {
    int now = worker.handled().size();
    await().atMost(PATIENCE).until(() -> worker.handled().size() >= now + records);
  }

  @ParameterizedTest
  @EnumSource
  void eachRecordIsHandledOnceWhileWorkersComeAndGo(GroupProtocol protocol) {
    Path pipeline = topic.pipeline(directory, protocol.yaml(), "");
    try (WorkerProcess stays = new WorkerProcess("stays", directory, pipeline)) {
      List<String> handled;
      try (Load load = new Load();
          WorkerProcess visits = new WorkerProcess("visits", directory, pipeline)) {
        awaitMore(visits, 200);
        awaitMore(stays, 200);
        assertThat(visits.terminate()).as(visits.output()).isZero();
        awaitMore(stays, 200);
        assertThat(load.goesOn()).isTrue();
        handled = new ArrayList<>(visits.handled());
      }
      int visited = handled.size();
      await().atMost(PATIENCE).until(() -> stays.handled().size() + visited >= produced.get());
      assertThat(stays.terminate()).as(stays.output()).isZero();
      handled.addAll(stays.handled());

      assertThat(handled)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, produced.get()).mapToObj(Integer::toString).toList());
      assertThat(topic.committed()).isEqualTo(produced.get());
    }
  }
}
