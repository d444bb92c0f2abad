package dev.sluice.rabbitmq;

import static dev.sluice.rabbitmq.Answers.await;
import static dev.sluice.rabbitmq.TestLetters.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.GetResponse;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.OnFailure;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.InMemoryDeadLetters;
import dev.sluice.testkit.WorkerHarness;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RabbitServiceTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Vertx vertx = Vertx.vertx();
  private final Vhost vhost = new Vhost(EmbeddedRabbit.shared());
  private final List<ServiceProvider.Service> services = new ArrayList<>();

  @AfterEach
  void close() {
    services.forEach(service -> await(service.close(LONG)));
    vhost.close();
    await(vertx.close());
  }

  private ServiceProvider.Service service(String url) {
    ServiceProvider.Service service =
        new RabbitServiceProvider()
            .create(
                "events",
                new RabbitServiceConfig(
                    url,
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofSeconds(10),
                    1000,
                    Duration.ofSeconds(10)),
                vertx);
    services.add(service);
    return service;
  }

  private static RabbitPublisher publisher(ServiceProvider.Service service) {
    return (RabbitPublisher) service.client();
  }

  @Test
  void isFoundByItsKind() {
    assertThat(ServiceLoader.load(ServiceProvider.class))
        .anySatisfy(
            provider -> {
              assertThat(provider.kind()).isEqualTo("rabbitmq");
              assertThat(provider.serviceType()).isEqualTo(RabbitPublisher.class);
              assertThat(provider.configType()).isEqualTo(RabbitServiceConfig.class);
            });
  }

  @Test
  void publishesPersistentMessagesWithWhatTheyWereGiven() throws Exception {
    vhost.queue("q");
    ServiceProvider.Service service = service(vhost.url());
    await(service.check(LONG));

    await(
        publisher(service)
            .publish(
                "",
                "q",
                RabbitMessage.of("{}")
                    .withContentType("application/json")
                    .withMessageId("m-1")
                    .withCorrelationId("c-1")
                    .withHeader("attempt", 1)
                    .withHeader("trace", "t")));
    await(publisher(service).publish("", "q", RabbitMessage.of("x").unlasting()));

    GetResponse got = vhost.take("q");
    assertThat(got.getBody()).isEqualTo(bytes("{}"));
    assertThat(got.getProps().getContentType()).isEqualTo("application/json");
    assertThat(got.getProps().getMessageId()).isEqualTo("m-1");
    assertThat(got.getProps().getCorrelationId()).isEqualTo("c-1");
    assertThat(got.getProps().getDeliveryMode()).isEqualTo(2);
    assertThat(got.getProps().getHeaders()).containsEntry("attempt", 1).containsKey("trace");
    assertThat(vhost.take("q").getProps().getDeliveryMode()).isEqualTo(1);
  }

  @Test
  void answersOnTheCallersContext() throws Exception {
    vhost.queue("q");
    RabbitPublisher publisher = publisher(service(vhost.url()));
    Context caller = vertx.getOrCreateContext();
    Promise<Context> seen = Promise.promise();

    caller.runOnContext(
        now ->
            publisher
                .publish("", "q", RabbitMessage.of("x"))
                .onComplete(done -> seen.complete(Vertx.currentContext())));

    assertThat(await(seen.future())).isSameAs(caller);
  }

  @Test
  void aCheckRefusesAWrongPasswordAtOnceWithoutShowingIt() {
    String url = vhost.url().replaceFirst(":[^:@]+@", ":wr0ng@");

    assertThatThrownBy(() -> await(service(url).check(LONG)))
        .cause()
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContainingAll("services.rabbitmq.events", "refuses the user", "Fix: ")
        .hasMessageNotContaining("wr0ng");
  }

  @Test
  void aCheckSaysWhereNobodyAnswersWhenTheTimeIsUp() {
    String url = "amqp://u:p@127.0.0.1:" + FreePorts.next() + "/v";

    assertThatThrownBy(() -> await(service(url).check(Duration.ofSeconds(1))))
        .cause()
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContainingAll("no connection to u@127.0.0.1", "within 1000 ms", "refused");
  }

  @Test
  void aHandlerThatPublishesSettlesOnlyWhatIsConfirmed() throws Exception {
    vhost.queue("out");
    RabbitPublisher publisher = publisher(service(vhost.url()));
    ServiceProvider.Service service = services.get(0);
    InMemoryDeadLetters letters = new InMemoryDeadLetters();

    try (WorkerHarness<String> harness = harness(service, publisher, letters)) {
      harness.push("in", "out", "nowhere");
      harness.until(() -> letters.letters().size() == 1);
      harness.turn();

      assertThat(letters.letters().get(0).errorMessage()).contains("'nowhere'", "NO_ROUTE");
      assertThat(vhost.counts("out").ready()).isEqualTo(1);
    }
  }

  @Test
  void aBrokerThatIsAwayCostsNoAttempt() throws Exception {
    ServiceProvider.Service service = service("amqp://u:p@127.0.0.1:" + FreePorts.next() + "/v");
    InMemoryDeadLetters letters = new InMemoryDeadLetters();

    try (WorkerHarness<String> harness = harness(service, publisher(service), letters)) {
      harness.push("in", "out");
      harness.until(() -> harness.outage().isPresent());

      assertThat(harness.settled("in")).isEmpty();
      assertThat(letters.letters()).isEmpty();
    }
  }

  /** Publishes each record's text to the queue that it names. */
  private static WorkerHarness<String> harness(
      ServiceProvider.Service service, RabbitPublisher publisher, InMemoryDeadLetters letters) {
    ChunkHandler<String> handler =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(30)),
            (chunk, context) -> {
              List<Future<Void>> all = new ArrayList<>();
              for (SourceRecord<String> record : chunk.records()) {
                all.add(publisher.publish("", record.value(), RabbitMessage.of(record.value())));
              }
              return Future.all(all).map(Outcome.DONE);
            });
    return WorkerHarness.of(
        handler,
        Decoder.string(),
        HarnessOptions.log()
            .deadLetters(letters)
            .dependencyDown(service::dependencyDown)
            .figures(
                f ->
                    f.retry(1, Duration.ofMillis(1), Duration.ofMillis(1), OnFailure.DEAD_LETTER)
                        .chunk(1, 1L << 20, Duration.ZERO)));
  }
}
