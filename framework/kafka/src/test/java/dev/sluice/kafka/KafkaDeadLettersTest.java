package dev.sluice.kafka;

import static dev.sluice.kafka.Letters.LONG;
import static dev.sluice.kafka.Letters.bytes;
import static dev.sluice.kafka.Letters.letter;
import static dev.sluice.kafka.Letters.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.Header;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaDeadLettersTest {
  private static final Duration SHORT = Duration.ofSeconds(2);

  private final TestTopic topic = new TestTopic(1);

  private Letters letters() {
    return new Letters(topic.bootstrapServers(), topic.name());
  }

  private static List<Header> headers(ConsumerRecord<byte[], byte[]> record) {
    return StreamSupport.stream(record.headers().spliterator(), false)
        .map(header -> new Header(header.key(), header.value()))
        .toList();
  }

  private static String text(ConsumerRecord<byte[], byte[]> record, String header) {
    return new String(record.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
  }

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(DeadLetterProvider.class))
        .anySatisfy(
            provider -> {
              assertThat(provider.name()).isEqualTo("kafka");
              assertThat(provider.configType()).isEqualTo(KafkaDeadLetterConfig.class);
            });
  }

  @Test
  void aLetterArrivesWithEverythingAndWithItsStory() throws Exception {
    Header[] own = {
      new Header("trace", bytes("one")),
      new Header("trace", bytes("two")),
      new Header("empty", new byte[0]),
      new Header("none", null),
      new Header("binary", new byte[] {0, -1, 7})
    };
    try (Letters letters = letters()) {
      assertThat(outcome(letters.writer().open(LONG))).isNull();

      assertThat(
              outcome(
                  letters.writer().write(letter(42, bytes("k"), new byte[] {1, 0, -1}, own), LONG)))
          .isNull();

      assertThat(letters.read()).hasSize(1);
      ConsumerRecord<byte[], byte[]> record = letters.read().get(0);
      assertThat(record.key()).isEqualTo(bytes("k"));
      assertThat(record.value()).isEqualTo(new byte[] {1, 0, -1});
      assertThat(headers(record).subList(0, own.length)).containsExactly(own);
      assertThat(text(record, "sluice-dead-id")).isEqualTo("flights-0/42");
      assertThat(text(record, "sluice-dead-pipeline")).isEqualTo("orders");
      assertThat(text(record, "sluice-dead-lane")).isEqualTo("flights-0");
      assertThat(text(record, "sluice-dead-generation")).isEqualTo("3");
      assertThat(text(record, "sluice-dead-position")).isEqualTo("42");
      assertThat(text(record, "sluice-dead-timestamp")).isEqualTo("1700000000123");
      assertThat(text(record, "sluice-dead-error-class"))
          .isEqualTo("java.lang.IllegalStateException");
      assertThat(text(record, "sluice-dead-error-message")).isEqualTo("no such café");
      assertThat(text(record, "sluice-dead-attempts")).isEqualTo("5");
      assertThat(text(record, "sluice-dead-time")).isEqualTo("2026-01-02T03:04:05.678Z");
      assertThat(headers(record)).hasSize(own.length + 10);
      assertThat(record.timestamp())
          .as("not the time of the record, which retention may find too old")
          .isGreaterThan(1_700_000_000_123L);
    }
  }

  @Test
  void aLetterWithoutKeyAndValueStaysWithout() throws Exception {
    try (Letters letters = letters()) {
      assertThat(outcome(letters.writer().write(letter(1, null, null), LONG))).isNull();

      assertThat(letters.read().get(0).key()).isNull();
      assertThat(letters.read().get(0).value()).isNull();
    }
  }

  @Test
  void manyLettersAtOnceAllArrive() throws Exception {
    try (Letters letters = letters()) {
      List<Future<Void>> writes = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        writes.add(letters.writer().write(letter(i, null, bytes(Integer.toString(i))), LONG));
      }
      for (Future<Void> write : writes) {
        assertThat(outcome(write)).isNull();
      }

      assertThat(letters.read())
          .extracting(ConsumerRecord::value)
          .doesNotHaveDuplicates()
          .hasSize(500);
    }
  }

  @Test
  void aMissingTopicIsRefusedBeforeAnythingIsWritten() throws Exception {
    try (Letters letters = new Letters(topic.bootstrapServers(), topic.name() + "x")) {
      assertThat(outcome(letters.writer().open(LONG)))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("pipeline.deadLetter.kafka.topic")
          .hasMessageContaining("'" + topic.name() + "x' does not exist")
          .hasMessageContaining("Fix: create the topic");
    }
  }

  @Test
  void aBrokerThatIsNotThereIsRefusedInTime() throws Exception {
    String nobody = "127.0.0.1:" + FreePorts.next();
    try (Letters letters = new Letters(nobody, "letters")) {
      assertThat(outcome(letters.writer().open(SHORT)))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("pipeline.deadLetter.kafka.bootstrapServers")
          .hasMessageContaining(nobody);
    }
  }

  @Test
  void aNameThatLeadsNowhereIsToldAsOne() throws Exception {
    try (Letters letters = new Letters("no-such-host.invalid:9092", "letters")) {
      assertThat(outcome(letters.writer().open(SHORT)))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("pipeline.deadLetter.kafka: ")
          .hasMessageContaining("bootstrap.servers")
          .hasMessageContaining("Fix: check bootstrapServers");
    }
  }

  @Test
  void aLetterTooLargeForTheTopicFailsAndTheNextOneIsWritten() throws Exception {
    TestTopic small =
        new TestTopic(EmbeddedKafka.shared(), 1, Map.of("max.message.bytes", "10000"));
    try (Letters letters = new Letters(small.bootstrapServers(), small.name())) {
      DeadLetter large = letter(1, null, new byte[20_000]);

      assertThat(outcome(letters.writer().write(large, LONG)))
          .hasRootCauseInstanceOf(RecordTooLargeException.class)
          .hasMessageContaining("flights-0/1")
          .hasMessageContaining("raise max.message.bytes of the topic " + small.name());

      assertThat(outcome(letters.writer().write(letter(2, null, bytes("small")), LONG))).isNull();
      assertThat(letters.read()).hasSize(1);
    }
  }

  @Test
  void aLetterLargerThanTheClientCanHoldFails() throws Exception {
    try (Letters letters =
        new Letters(topic.bootstrapServers(), topic.name(), Map.of("max.request.size", "5000"))) {
      assertThat(outcome(letters.writer().write(letter(1, null, new byte[20_000]), LONG)))
          .hasRootCauseInstanceOf(RecordTooLargeException.class);
    }
  }

  @Test
  void aWriteFailsInItsTimeWhileTheBrokerIsAwayAndWorksAgainAfter() throws Exception {
    try (EmbeddedKafka broker = EmbeddedKafka.temporary(KafkaOptions.defaults())) {
      broker.start();
      TestTopic own = new TestTopic(broker, 1, Map.of());
      try (Letters letters = new Letters(broker.bootstrapServers(), own.name())) {
        assertThat(outcome(letters.writer().write(letter(1, null, bytes("1")), LONG))).isNull();
        broker.stop();
        long since = System.nanoTime();

        assertThat(outcome(letters.writer().write(letter(2, null, bytes("2")), SHORT))).isNotNull();

        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(SHORT.plusSeconds(1));
        broker.start();
        assertThat(outcome(letters.writer().write(letter(3, null, bytes("3")), LONG))).isNull();
        assertThat(letters.read())
            .extracting(record -> text(record, "sluice-dead-position"))
            .contains("1", "3");
      }
    }
  }

  @Test
  void aCloseIsBoundedWhileTheBrokerIsAway() throws Exception {
    try (EmbeddedKafka broker = EmbeddedKafka.temporary(KafkaOptions.defaults())) {
      broker.start();
      TestTopic own = new TestTopic(broker, 1, Map.of());
      try (Letters letters = new Letters(broker.bootstrapServers(), own.name())) {
        assertThat(outcome(letters.writer().write(letter(1, null, bytes("1")), LONG))).isNull();
        broker.stop();
        var pending = letters.writer().write(letter(2, null, bytes("2")), SHORT.multipliedBy(2));
        long since = System.nanoTime();

        Throwable unused = outcome(letters.writer().close(SHORT));

        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(SHORT.plusSeconds(1));
        assertThat(outcome(pending)).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acks",
        "enable.idempotence",
        "transactional.id",
        "bootstrap.servers",
        "delivery.timeout.ms",
        "max.block.ms",
        "value.serializer"
      })
  void whatAConfirmedLetterRestsOnCannotBeSet(String property) {
    assertThatThrownBy(
            () -> new Letters(topic.bootstrapServers(), topic.name(), Map.of(property, "1")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.deadLetter.kafka.properties." + property);
  }

  @Test
  void aPropertyThatTheClientRefusesIsToldInItsWords() throws Exception {
    try (Letters letters =
        new Letters(
            topic.bootstrapServers(), topic.name(), Map.of("compression.type", "squeeze"))) {
      assertThat(outcome(letters.writer().open(LONG)))
          .isInstanceOf(InvalidSetup.class)
          .hasMessageContaining("pipeline.deadLetter.kafka")
          .hasMessageContaining("squeeze");
    }
  }
}
