package dev.sluice.rabbitmq;

import static dev.sluice.rabbitmq.Answers.await;
import static dev.sluice.rabbitmq.TestLetters.LONG;
import static dev.sluice.rabbitmq.TestLetters.bytes;
import static dev.sluice.rabbitmq.TestLetters.config;
import static dev.sluice.rabbitmq.TestLetters.letter;
import static dev.sluice.rabbitmq.TestLetters.writer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import dev.sluice.api.InvalidSetup;
import dev.sluice.config.InvalidSetting;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.spi.Checked;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.Header;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RabbitDeadLettersTest {
  private final Vertx vertx = Vertx.vertx();
  private final Vhost vhost = new Vhost(EmbeddedRabbit.shared());
  private RabbitDeadLetters letters;

  @BeforeEach
  void declare() throws Exception {
    vhost.exchange("graves", "direct");
    vhost.queue("dead");
    vhost.bind("dead", "graves", "flights");
    letters = writer(config(vhost.url(), "graves", Optional.empty(), Optional.of("dead")), vertx);
  }

  @AfterEach
  void close() {
    await(letters.close(LONG));
    vhost.close();
    await(vertx.close());
  }

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(DeadLetterProvider.class))
        .anySatisfy(
            provider -> {
              assertThat(provider.name()).isEqualTo("rabbitmq");
              assertThat(provider.configType()).isEqualTo(RabbitDeadLetterConfig.class);
            });
  }

  @Test
  void aLetterArrivesWithEverythingAndWithItsStory() throws Exception {
    await(letters.open(LONG));
    AMQP.BasicProperties properties =
        new AMQP.BasicProperties.Builder()
            .messageId("m-1")
            .contentType("text/plain")
            .correlationId("c-1")
            .priority(3)
            .expiration("1")
            .timestamp(Date.from(Instant.parse("2026-01-01T00:00:00Z")))
            .userId("somebody")
            .headers(Map.of("trace", "one", "count", 7))
            .build();

    await(letters.write(TestLetters.of(properties, "body"), LONG));

    GetResponse got = vhost.take("dead");
    assertThat(got.getBody()).isEqualTo(bytes("body"));
    AMQP.BasicProperties read = got.getProps();
    assertThat(read.getMessageId()).isEqualTo("m-1");
    assertThat(read.getContentType()).isEqualTo("text/plain");
    assertThat(read.getCorrelationId()).isEqualTo("c-1");
    assertThat(read.getPriority()).isEqualTo(3);
    assertThat(read.getTimestamp()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(read.getDeliveryMode()).isEqualTo(2);
    assertThat(read.getExpiration()).as("it would take the letter away").isNull();
    assertThat(texts(read))
        .containsEntry("trace", "one")
        .containsEntry("count", "7")
        .containsEntry("sluice-dead-expiration", "1")
        .containsEntry("sluice-dead-user-id", "somebody")
        .containsEntry("sluice-dead-exchange", "air")
        .containsEntry("sluice-dead-routing-key", "lhr.zrh")
        .containsEntry("sluice-dead-redelivered", "true")
        .containsEntry("sluice-dead-key", "lhr.zrh")
        .containsEntry("sluice-dead-id", "flights/42")
        .containsEntry("sluice-dead-pipeline", "orders")
        .containsEntry("sluice-dead-lane", "flights")
        .containsEntry("sluice-dead-generation", "3")
        .containsEntry("sluice-dead-position", "42")
        .containsEntry("sluice-dead-timestamp", "1700000000123")
        .containsEntry("sluice-dead-error-class", "java.lang.IllegalStateException")
        .containsEntry("sluice-dead-error-message", "no such café")
        .containsEntry("sluice-dead-attempts", "5")
        .containsEntry("sluice-dead-time", "2026-01-02T03:04:05.678Z");
  }

  @Test
  void aLetterOfAnotherSourceArrivesWithKeyAndHeadersAndWithoutItsValue() throws Exception {
    await(
        letters.write(
            letter(
                "flights",
                new byte[] {(byte) 0xff},
                null,
                List.of(
                    new Header("trace", bytes("one")),
                    new Header("trace", bytes("two")),
                    new Header("none", null))),
            LONG));

    GetResponse got = vhost.take("dead");
    assertThat(got.getBody()).isEmpty();
    Map<String, Object> headers = got.getProps().getHeaders();
    assertThat((byte[]) headers.get("sluice-dead-key")).isEqualTo(new byte[] {(byte) 0xff});
    assertThat(headers.get("trace")).hasToString("[one, two]");
    assertThat(headers).containsEntry("none", null);
    assertThat(headers.get("sluice-dead-value")).hasToString("null");
  }

  @Test
  void manyLettersAtOnceAllArrive() {
    List<Future<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      writes.add(
          letters.write(TestLetters.of(new AMQP.BasicProperties(), Integer.toString(i)), LONG));
    }

    await(Future.all(writes));

    assertThat(vhost.counts("dead").ready()).isEqualTo(500);
  }

  @Test
  void aLetterThatNoQueueTakesIsNotWritten() {
    assertThatThrownBy(
            () -> await(letters.write(letter("else", null, bytes("v"), List.of()), LONG)))
        .cause()
        .hasMessageContainingAll("else/42", "'graves'", "'else'", "NO_ROUTE", "Fix: bind a queue");
    assertThat(vhost.counts("dead").ready()).isZero();
  }

  @Test
  void theDefaultExchangeTakesLettersToTheQueueThatTheRoutingKeyNames() throws Exception {
    RabbitDeadLetters direct =
        writer(config(vhost.url(), "", Optional.of("dead"), Optional.empty()), vertx);
    await(direct.open(LONG));

    await(direct.write(TestLetters.of(new AMQP.BasicProperties(), "v"), LONG));

    await(direct.close(LONG));
    assertThat(vhost.counts("dead").ready()).isEqualTo(1);
  }

  @Test
  void whatIsMissingIsRefusedAtTheStartAndInACheck() {
    RabbitDeadLetterConfig exchange =
        config(vhost.url(), "nowhere", Optional.empty(), Optional.empty());
    RabbitDeadLetterConfig queue =
        config(vhost.url(), "graves", Optional.empty(), Optional.of("nowhere"));
    RabbitDeadLetterConfig key = config(vhost.url(), "", Optional.of("nowhere"), Optional.empty());

    assertRefused(exchange, "pipeline.deadLetter.rabbitmq.exchange", "exchange 'nowhere'");
    assertRefused(queue, "pipeline.deadLetter.rabbitmq.queue", "queue 'nowhere'");
    assertRefused(key, "pipeline.deadLetter.rabbitmq.routingKey", "queue 'nowhere'");
    assertThat(await(letters.check(LONG)))
        .extracting(Checked::status)
        .containsExactly(Checked.Status.OK, Checked.Status.NOT_CHECKED);
  }

  @Test
  void aQueueThatWouldLoseLettersIsRefusedAtTheStartAndInACheck() throws Exception {
    Map<String, Object> limited = Map.of("x-queue-type", "quorum", "x-delivery-limit", 3);
    vhost.queue("limited", limited);
    vhost.queue("stream", Map.of("x-queue-type", "stream"));
    Map<String, Object> led = new HashMap<>(limited);
    led.put("x-dead-letter-exchange", "graves");
    vhost.queue("led", led);

    assertUnfit(
        config(vhost.url(), "", Optional.of("limited"), Optional.empty()),
        "pipeline.deadLetter.rabbitmq.routingKey: the queue 'limited'",
        "a delivery limit of 3 and no dead-letter exchange",
        "what policies set is not seen here");
    assertUnfit(
        config(vhost.url(), "graves", Optional.empty(), Optional.of("stream")),
        "pipeline.deadLetter.rabbitmq.queue: the queue 'stream'",
        "is a stream");
    RabbitDeadLetters kept =
        writer(config(vhost.url(), "graves", Optional.empty(), Optional.of("led")), vertx);
    await(kept.open(LONG));
    await(kept.close(LONG));
  }

  private void assertRefused(RabbitDeadLetterConfig config, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("does not exist");
    assertUnfit(config, all.toArray(String[]::new));
  }

  private void assertUnfit(RabbitDeadLetterConfig config, String... words) {
    RabbitDeadLetters wrong = writer(config, vertx);
    assertThatThrownBy(() -> await(wrong.open(LONG)))
        .cause()
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContainingAll(words)
        .hasMessageContaining("Fix: ");
    assertThat(await(wrong.check(LONG)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.status()).isEqualTo(Checked.Status.FAILED);
              assertThat(found.fix()).isPresent();
            });
    await(wrong.close(LONG));
  }

  @Test
  void aBrokerThatIsAwayIsSaidWhenTheTimeIsUp() {
    RabbitDeadLetters away =
        writer(
            config("amqp://me:s3cret@127.0.0.1:1/v", "graves", Optional.empty(), Optional.empty()),
            vertx);

    assertThatThrownBy(() -> await(away.open(Duration.ofSeconds(1))))
        .cause()
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContainingAll("no connection to me@127.0.0.1:1/v", "refused", "Fix: ")
        .hasMessageNotContaining("s3cret");
    await(away.close(LONG));
  }

  @Test
  void lettersThatWouldGoBackToTheirQueueAreRefused() {
    assertThatThrownBy(() -> config(vhost.url(), "", Optional.empty(), Optional.empty()))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("default one");
    assertThatThrownBy(() -> config(vhost.url(), "", Optional.of("a"), Optional.of("b")))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("remove one of the two");
  }

  @Test
  void placesAreTheQueuesAndTheExchangeIsNoQueue() {
    RabbitDeadLetterProvider provider = new RabbitDeadLetterProvider();
    String url = "amqp://u:p@h1,h2:7/air";

    assertThat(provider.writes(config(url, "", Optional.of("dead"), Optional.empty())))
        .containsExactlyInAnyOrder("amqp://h1:5672/air/dead", "amqp://h2:7/air/dead");
    assertThat(provider.writes(config(url, "flights", Optional.empty(), Optional.of("dead"))))
        .contains("amqp://h1:5672/air/dead", "amqp://h1:5672/air/exchange/flights")
        .doesNotContain("amqp://h1:5672/air/flights");
  }

  private static Map<String, String> texts(AMQP.BasicProperties properties) {
    Map<String, String> texts = new HashMap<>();
    properties.getHeaders().forEach((name, value) -> texts.put(name, String.valueOf(value)));
    return texts;
  }
}
