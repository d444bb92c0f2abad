package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.InvalidSetting;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import dev.sluice.spi.Checked;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies, which only the management plugin tells of, and users that may do little. */
class ManagementTest {
  private static final EmbeddedRabbit BROKER =
      EmbeddedRabbit.temporary(
          RabbitOptions.defaults()
              .withManagement()
              .withSetting("collect_statistics_interval", "500"));
  private static final Duration SOON = Duration.ofSeconds(30);

  private TestQueues queues;

  @BeforeAll
  static void start() {
    BROKER.start();
  }

  @AfterAll
  static void end() {
    BROKER.close();
  }

  @BeforeEach
  void open() {
    queues = new TestQueues(BROKER);
  }

  @AfterEach
  void close() {
    queues.close();
  }

  private Settings look(String... names) {
    return Settings.of(queues.url(), names).onlyLook();
  }

  private Settings asked(String... names) {
    return look(names).managementUrl(BROKER.managementUrl());
  }

  private static void put(String path, String json) {
    String credentials = BROKER.user() + ":" + BROKER.password();
    try {
      var answer =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .build()
              .send(
                  HttpRequest.newBuilder(URI.create(BROKER.managementUrl() + "/api" + path))
                      .PUT(HttpRequest.BodyPublishers.ofString(json))
                      .header("Content-Type", "application/json")
                      .header(
                          "Authorization",
                          "Basic "
                              + Base64.getEncoder()
                                  .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void policy(String definition) {
    put(
        "/policies/" + queues.vhost() + "/limits",
        "{\"pattern\":\".*\",\"definition\":" + definition + ",\"apply-to\":\"queues\"}");
  }

  /** The URL of a user who may read, write and configure what the patterns say. */
  private String urlOfUser(String name, String configure) {
    put("/users/" + name, "{\"password\":\"secret\",\"tags\":\"\"}");
    put(
        "/permissions/" + queues.vhost() + "/" + name,
        "{\"configure\":\"" + configure + "\",\"write\":\".*\",\"read\":\".*\"}");
    return "amqp://" + name + ":secret@" + queues.url().replaceFirst(".*@", "");
  }

  @Test
  void aLimitByPolicyIsSeenOnlyThere() {
    queues.declare("orders", QueueType.QUORUM, Map.of());
    policy("{\"delivery-limit\": 5}");

    // The plugin's figures are some seconds old.
    Awaitility.await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> Prepared.only(asked("orders")))
                    .isInstanceOf(InvalidSetup.class)
                    .hasMessageContaining("a delivery limit of 5 and no dead-letter exchange"));
    assertThat(Prepared.only(look("orders")).deliveryLimit()).isEmpty();
  }

  @Test
  void aDeadLetterExchangeByPolicyIsSeen() {
    var unused = queues.ask(channel -> channel.exchangeDeclare("dlx", "fanout", true));
    queues.declare("orders", QueueType.QUORUM, Map.of("x-delivery-limit", 7));
    policy("{\"delivery-limit\": 5, \"dead-letter-exchange\": \"dlx\"}");

    Awaitility.await()
        .atMost(SOON)
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(Prepared.only(asked("orders")))
                    .isEqualTo(
                        new QueueFacts(
                            "orders", QueueType.QUORUM, OptionalInt.of(5), Optional.of("dlx"))));
  }

  @Test
  void whatIsAskedOverAmqpIsSeenThereToo() {
    queues
        .declare("with/slash and space", QueueType.CLASSIC, Map.of())
        .declare("orders", QueueType.QUORUM, Map.of());
    var unused =
        queues.ask(
            channel ->
                channel.queueDeclare("log", true, false, false, Map.of("x-queue-type", "stream")));

    assertThat(Prepared.of(asked("with/slash and space", "orders"), Prepared.NO_DELAYS))
        .isEqualTo(Prepared.of(look("with/slash and space", "orders"), Prepared.NO_DELAYS));
    assertThatThrownBy(() -> Prepared.only(asked("log"))).hasMessageContaining("is a stream");
    assertThatThrownBy(() -> Prepared.only(asked("gone"))).hasMessageContaining("does not exist");
  }

  @Test
  void aUserWithoutTheTagIsRefusedWithTheFix() {
    queues.declare("orders", QueueType.QUORUM, Map.of());
    String url = urlOfUser("untagged", ".*");

    assertThatThrownBy(
            () ->
                Prepared.only(
                    Settings.of(url, "orders").onlyLook().managementUrl(BROKER.managementUrl())))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("topology.managementUrl")
        .hasMessageContaining("refuses the user 'untagged'")
        .hasMessageContaining("Fix: give the user the tag management");
  }

  @Test
  void whoMayNotConfigureMustSayTheType() {
    queues
        .declare("orders", QueueType.QUORUM, Map.of())
        .declare("orders.retry.1s", QueueType.CLASSIC, Map.of());
    Settings settings = Settings.of(urlOfUser("reader", "^$"), "orders").onlyLook();
    DelayQueues delays = new DelayQueues(List.of(Duration.ofSeconds(1)));

    assertThatThrownBy(() -> Prepared.only(settings))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("topology.type: the broker does not tell")
        .hasMessageContaining("ACCESS_REFUSED")
        .hasMessageContaining("let the user configure the queue");
    assertThat(Prepared.of(settings.type(QueueType.QUORUM), delays).get("orders"))
        .isEqualTo(
            new QueueFacts("orders", QueueType.QUORUM, OptionalInt.empty(), Optional.empty()));
    assertThatThrownBy(() -> Prepared.only(settings.deliveryLimit(4)))
        .hasMessageContaining("a delivery limit of 4 and no dead-letter exchange");
  }

  @Test
  void whoMayNotConfigureCanNotDeclare() {
    String url = urlOfUser("reader", "^$");

    assertThatThrownBy(() -> Prepared.only(Settings.of(url, "orders")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.rabbitmq.declare: the queue 'orders'")
        .hasMessageContaining("ACCESS_REFUSED")
        .hasMessageContaining("Fix: grant the user 'reader'");
  }

  @Test
  void somethingElseAtThatAddressIsNotBelieved() throws IOException {
    queues.declare("orders", QueueType.QUORUM, Map.of());
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      BrokerAccess access = look("orders").config().access(RabbitSource.KEY);
      ManagementApi api = new ManagementApi("http://localhost:" + silent.getLocalPort(), access);

      assertThatThrownBy(() -> api.queue("orders", Duration.ofMillis(300)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("does not answer within 300 ms");
    }
    ManagementApi elsewhere =
        new ManagementApi(
            BROKER.managementUrl() + "/elsewhere",
            look("orders").config().access(RabbitSource.KEY));
    assertThat(elsewhere.queue("orders", SOON)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "broker:15672",
        "amqp://broker",
        "http://u:p@broker:15672",
        "http://",
        "http://a b"
      })
  void anAddressThatIsNoneIsRefusedWithoutShowingIt(String url) {
    assertThatThrownBy(() -> look("orders").managementUrl(url).config())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("expected http://host:port")
        .hasMessageNotContaining("u:p");
  }

  @Test
  void whatMayNotBeAskedOfAQueueForLettersIsSaidAndRefusesNothing() {
    queues.declare("dead", QueueType.QUORUM, Map.of("x-delivery-limit", 3));
    Vertx vertx = Vertx.vertx();
    RabbitDeadLetters letters =
        TestLetters.writer(
            TestLetters.config(
                urlOfUser("letters-" + UUID.randomUUID(), "^$"),
                "",
                Optional.of("dead"),
                Optional.empty()),
            vertx);

    Answers.await(letters.open(SOON));

    assertThat(Answers.await(letters.check(SOON)))
        .filteredOn(found -> found.status() == Checked.Status.NOT_CHECKED)
        .extracting(Checked::text)
        .anySatisfy(
            text ->
                assertThat(text).contains("the queue 'dead'", "can't be seen", "ACCESS_REFUSED"));
    Answers.await(letters.close(SOON));
    Answers.await(vertx.close());
  }
}
