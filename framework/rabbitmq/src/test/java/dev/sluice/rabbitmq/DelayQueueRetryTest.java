package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.spi.DeadLetter;
import dev.sluice.testkit.InMemoryDeadLetters;
import dev.sluice.testkit.StopReport;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that have failed wait in delay queues, and their attempts travel with them. */
@Timeout(120)
class DelayQueueRetryTest {
  private static final String QUEUE = "work";
  private static final Envelope DELIVERED = new Envelope(1, false, "", QUEUE);
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(20));

  private final RabbitBroker broker = TestRabbit.shared();
  private final TestQueues queues = new TestQueues(broker);
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();
  private final Queue<String> calls = new ConcurrentLinkedQueue<>();
  private final Queue<String> done = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    queues.close();
  }

  private QueueWorker worker(QueueType type) {
    return new QueueWorker(
        Settings.of(queues.url(), QUEUE).type(type),
        new QueueWorker.Figures().chunk(4).attempts(3).letters(letters),
        ChunkHandler.of(LIMITS, (chunk, context) -> handle(chunk)));
  }

  private Future<Outcome> handle(Chunk<String> chunk) {
    List<String> values = chunk.records().stream().map(SourceRecord::value).toList();
    calls.addAll(values);
    if (values.stream().anyMatch(value -> value.startsWith("bad"))) {
      return Future.failedFuture(new IllegalStateException("can't do " + values));
    }
    done.addAll(values);
    return Future.succeededFuture(Outcome.DONE);
  }

  private void awaitEmpty() {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(queues.counts(QUEUE))
                    .extracting(QueueCounts::ready, QueueCounts::unacknowledged)
                    .containsExactly(0L, 0L));
  }

  @ParameterizedTest
  @EnumSource(QueueType.class)
  void itIsTriedAsOftenAsThePipelineSaysAndBecomesADeadLetter(QueueType type) {
    queues.declare(QUEUE, type, Map.of()).publish(QUEUE, List.of("a", "bad", "b"));
    try (QueueWorker worker = worker(type)) {
      await().atMost(Duration.ofSeconds(30)).until(() -> letters.letters().size() == 1);
      awaitEmpty();
      StopReport report = worker.stop();
      assertThat(report.deadLettered()).isEqualTo(1);
      assertThat(report.unaccounted()).isZero();
    }
    assertThat(done).containsExactlyInAnyOrder("a", "b");
    DeadLetter letter = letters.letters().get(0);
    assertThat(new String(letter.value(), StandardCharsets.UTF_8)).isEqualTo("bad");
    assertThat(queues.held(delayQueues())).isZero();
    // The last two stand alone: one delivery each, counted in the message and not by the broker.
    assertThat(calls.stream().filter("bad"::equals).count()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void everyTryAndTheLetterSeeTheExchangeAndTheRoutingKeyOfTheFirstOne() {
    queues.declare(QUEUE, QueueType.QUORUM, Map.of());
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    try (QueueWorker worker =
        new QueueWorker(
            Settings.of(queues.url(), QUEUE).type(QueueType.QUORUM),
            new QueueWorker.Figures().chunk(4).attempts(3).letters(letters),
            ChunkHandler.of(
                LIMITS,
                (chunk, context) -> {
                  chunk.records().forEach(each -> seen.add(addressed(each)));
                  return Future.failedFuture(new IllegalStateException("no"));
                }))) {
      publishTo("airport", "flight.DUB");
      await().atMost(Duration.ofSeconds(30)).until(() -> letters.letters().size() == 1);
      awaitEmpty();
      var unused = worker.stop();
    }

    assertThat(seen)
        .hasSizeGreaterThanOrEqualTo(3)
        .containsOnly("key flight.DUB, topic airport, airport/flight.DUB, []");
    DeadLetter letter = letters.letters().get(0);
    assertThat(new String(letter.key(), StandardCharsets.UTF_8)).isEqualTo("flight.DUB");
    assertThat(letter.headers())
        .filteredOn(header -> header.name().equals("amqp-routing-key"))
        .extracting(header -> new String(header.value(), StandardCharsets.UTF_8))
        .containsExactly("flight.DUB");
  }

  private void publishTo(String exchange, String routingKey) {
    var unused =
        queues.ask(
            channel -> {
              channel.exchangeDeclare(exchange, "topic", true);
              channel.queueBind(QUEUE, exchange, "flight.#");
              channel.confirmSelect();
              channel.basicPublish(
                  exchange,
                  routingKey,
                  new AMQP.BasicProperties.Builder().messageId("m").build(),
                  "v".getBytes(StandardCharsets.UTF_8));
              return channel.waitForConfirms(30_000);
            });
  }

  private static String addressed(SourceRecord<String> record) {
    return "key %s, topic %s, %s/%s, %s"
        .formatted(
            text(record.key()),
            record.topic().orElseThrow(),
            text(record.header("amqp-exchange")),
            text(record.header("amqp-routing-key")),
            record.headers().stream()
                .map(Map.Entry::getKey)
                .filter(name -> name.startsWith("sluice-e") || name.startsWith("sluice-r"))
                .toList());
  }

  private static String text(Optional<byte[]> bytes) {
    return new String(bytes.orElseThrow(), StandardCharsets.UTF_8);
  }

  private static List<String> delayQueues() {
    return List.of(QUEUE + ".retry.50ms", QUEUE + ".retry.100ms");
  }

  @Test
  void attemptsAreKeptOverAStopAndAnotherWorkerGoesOnCounting() {
    queues.declare(QUEUE, QueueType.QUORUM, Map.of());
    AMQP.BasicProperties tried =
        Attempts.failedOnceMore(
            DELIVERED,
            Attempts.failedOnceMore(
                DELIVERED, new AMQP.BasicProperties.Builder().messageId("m").build()));
    assertThat(Attempts.number(tried)).isEqualTo(3);
    queues.publish(QUEUE, List.of(tried), List.of("bad".getBytes(StandardCharsets.UTF_8)));
    try (QueueWorker worker = worker(QueueType.QUORUM)) {
      await().atMost(Duration.ofSeconds(30)).until(() -> letters.letters().size() == 1);
      awaitEmpty();
      var unused = worker.stop();
    }
    assertThat(calls).containsExactly("bad");
  }

  @Test
  void whatWaitsForItsRetryIsNotIdle() {
    queues.declare(QUEUE, QueueType.QUORUM, Map.of());
    try (QueueWorker worker = worker(QueueType.QUORUM)) {
      queues.publish(delayQueues().get(1), List.of("later"));
      await().until(() -> done.contains("later"));
      awaitEmpty();
      var unused = worker.stop();
    }
  }

  @Test
  void theHeaderOfAttemptsIsOursAndNoOther() {
    AMQP.BasicProperties odd =
        new AMQP.BasicProperties.Builder()
            .headers(Map.of(Attempts.HEADER, "two", "x-delivery-count", 7L, "CC", List.of("other")))
            .expiration("5")
            .build();
    assertThat(Attempts.number(odd)).isEqualTo(1);
    AMQP.BasicProperties again = Attempts.failedOnceMore(DELIVERED, odd);
    assertThat(again.getHeaders())
        .containsOnly(
            Map.entry(Attempts.HEADER, 1),
            Map.entry(FirstAddress.EXCHANGE, ""),
            Map.entry(FirstAddress.ROUTING_KEY, QUEUE));
    assertThat(again.getExpiration()).isNull();
    assertThat(again.getDeliveryMode()).isEqualTo(2);
    assertThat(AmqpHeaders.of(DELIVERED, again)).isNotEmpty();
  }
}
