package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.testkit.StopReport;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connecting, connecting again, and stopping without a connection. */
@Timeout(120)
class ConnectTest {
  private static final String QUEUE = "work";
  private static final String WRONG = "not-this-one";
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(20));
  private static final Duration A_SECOND = Duration.ofSeconds(1);

  private final RabbitBroker broker = TestRabbit.shared();
  private final TestQueues queues =
      new TestQueues(broker).declare(QUEUE, QueueType.CLASSIC, Map.of());
  private final Queue<String> done = new ConcurrentLinkedQueue<>();
  private final LoggedLines log = LoggedLines.of("dev.sluice.rabbitmq");

  @AfterEach
  void close() {
    log.close();
    queues.close();
  }

  private Settings at(int... ports) {
    String hosts =
        String.join(",", IntStream.of(ports).mapToObj(port -> "127.0.0.1:" + port).toList());
    return at(queues.url().replaceFirst("@[^/]*/", "@" + hosts + "/"));
  }

  private static Settings at(String url) {
    return Settings.of(url, QUEUE).type(QueueType.CLASSIC).onlyLook();
  }

  private QueueWorker worker(Settings settings, Future<?> work) {
    return new QueueWorker(
        settings,
        new QueueWorker.Figures().chunk(10).chunks(1).attempts(1),
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              chunk.records().forEach(record -> done.add(record.value()));
              return work.map(over -> Outcome.DONE);
            }));
  }

  private void awaitLogged(String text) {
    await().untilAsserted(() -> assertThat(log.lines()).anyMatch(line -> line.contains(text)));
  }

  @Test
  void aWrongPasswordEndsTheStartAtOnceAndIsNotShown() {
    String url = queues.url().replace(":" + broker.password() + "@", ":" + WRONG + "@");

    assertThat(Opening.refused(at(url)))
        .startsWith("pipeline.source.rabbitmq: ")
        .contains(":" + broker.port() + " refuses the user or the password of " + broker.user())
        .contains("/" + queues.vhost(), "ACCESS_REFUSED")
        .contains("Fix: correct url or passwordFile")
        .doesNotContain(WRONG);
  }

  @Test
  void aVirtualHostThatIsNotThereEndsTheStartAtOnce() {
    String url = queues.url().replace(queues.vhost(), "nowhere");

    assertThat(Opening.refused(at(url)))
        .contains(":" + broker.port() + " refuses the virtual host of " + broker.user() + "@")
        .contains("/nowhere", "Fix: correct url")
        .doesNotContain(broker.password());
  }

  @Test
  void withoutABrokerTheStartEndsInTimeAndSaysWhatWasTried() {
    int nobody = FreePorts.next();

    assertThat(Opening.timedOut(at(nobody)))
        .startsWith("pipeline.source.rabbitmq: no connection to " + broker.user() + "@127.0.0.1:")
        .contains("/" + queues.vhost() + " within 1000 ms; the last try: 127.0.0.1:" + nobody)
        .contains("Connection refused", "Fix: check that the broker runs")
        .doesNotContain(broker.password());
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp", "amqps"})
  void whoTakesConnectionsAndSaysNothingIsNoBroker(String scheme) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String url = scheme + "://u:p@127.0.0.1:" + silent.getLocalPort() + "/";

      assertThat(Opening.timedOut(at(url)))
          .contains("no connection to u@127.0.0.1:" + silent.getLocalPort(), "within 1000 ms");
    }
  }

  @Test
  void aHostThatIsDeadIsPassedOver() {
    queues.publish(QUEUE, List.of("a"));
    try (QueueWorker worker =
        worker(at(FreePorts.next(), broker.port()), Future.succeededFuture())) {
      await().until(() -> done.contains("a"));
      assertThat(worker.stop().settled()).isEqualTo(1);
    }
  }

  @Test
  void afterALostConnectionTheNextHostIsTried() {
    try (Wire first = new Wire(broker.port());
        Wire second = new Wire(broker.port());
        QueueWorker worker = worker(at(first.port(), second.port()), Future.succeededFuture())) {
      await().until(() -> queues.counts(QUEUE).consumers() == 1);
      first.cut();
      queues.publish(QUEUE, List.of("a"));
      // Settled as far as the worker knows: a cut that loses the answer leaves the count at none.
      await().until(() -> done.contains("a") && worker.counts().settled() == 1);
      first.mend();
      second.cut();
      queues.publish(QUEUE, List.of("b"));
      await().until(() -> done.contains("b"));
      assertThat(worker.stop().settled()).isEqualTo(2);
    }
  }

  @Test
  void aStopThatLosesItsConnectionEndsWithItsWorkAndHandsItBack() {
    queues.publish(QUEUE, IntStream.range(0, 10).mapToObj(i -> "m" + i).toList());
    Promise<Void> work = Promise.promise();
    try (Wire wire = new Wire(broker.port());
        QueueWorker worker = worker(at(wire.port()), work.future())) {
      await().until(() -> done.size() == 10);
      worker.beginStop();
      wire.cut();
      await().untilAsserted(() -> assertThat(queues.counts(QUEUE).ready()).isEqualTo(10));
      long before = System.nanoTime();
      work.complete();
      StopReport report = worker.report();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(A_SECOND);
      assertThat(report.exitCode()).isEqualTo(3);
      assertThat(report.settled()).isZero();
      assertThat(report.handedBack()).isEqualTo(10);
      assertThat(report.unaccounted()).isZero();
    }
  }

  @Test
  void aStopWhileNoBrokerIsThereEndsAtOnce() {
    try (Wire wire = new Wire(broker.port());
        QueueWorker worker = worker(at(wire.port()), Future.succeededFuture())) {
      wire.cut();
      awaitLogged("no connection, the next try is in");
      long before = System.nanoTime();
      StopReport report = worker.stop();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(A_SECOND);
      assertThat(report.outcome()).isEqualTo("clean");
    }
  }

  @Test
  void aStopBeforeABrokerHasComeEndsAtOnceAndSoDoesTheStart() {
    try (QueueWorker worker = QueueWorker.starting(at(FreePorts.next()), Duration.ofMinutes(1))) {
      awaitLogged("no connection, the next try is in");
      long before = System.nanoTime();
      StopReport report = worker.stop();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(A_SECOND);
      assertThat(report.outcome()).isEqualTo("clean");
      assertThat(worker.opening().cause()).hasMessage("stopped before it was open");
    }
  }
}
