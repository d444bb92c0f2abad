package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.spi.Checked;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code check} says of a source. */
@Timeout(60)
class CheckTest {
  private static final Duration SOME = Duration.ofSeconds(5);

  private final RabbitBroker broker = TestRabbit.shared();
  private final TestQueues queues =
      new TestQueues(broker).declare("orders", QueueType.QUORUM, Map.of());
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    queues.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private List<Checked> check(String url, String queue) throws Exception {
    SourceContext context =
        new SourceContext(
            vertx,
            new SystemClock(),
            "test",
            new SourceContext.Figures(SOME, SOME, SOME, SOME),
            10);
    Source source =
        new RabbitSourceProvider().create(Settings.of(url, queue).onlyLook().config(), context);
    try {
      return get(source.check(SOME));
    } finally {
      get(source.close(SOME));
    }
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private String refusal(String url) throws Exception {
    try {
      var unused = check(url, "orders");
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(InvalidSetup.class);
      return e.getCause().getMessage();
    }
    throw new AssertionError("nothing is wrong");
  }

  @Test
  void aQueueThatIsThereIsFine() throws Exception {
    Checked first = check(queues.url(), "orders").get(0);

    assertThat(first.status()).isEqualTo(Checked.Status.OK);
    assertThat(first.text()).contains("'orders'", "quorum, 0 messages waiting");
    assertThat(queues.counts("orders").consumers()).isZero();
  }

  @Test
  void anyHostOfSeveralIsEnough() throws Exception {
    String url = queues.url().replace("@", "@127.0.0.1:" + FreePorts.next() + ",");

    assertThat(check(url, "orders").get(0).status()).isEqualTo(Checked.Status.OK);
  }

  @Test
  void aQueueThatIsMissingIsNamed() throws Exception {
    Checked first = check(queues.url(), "missing").get(0);

    assertThat(first.status()).isEqualTo(Checked.Status.FAILED);
    assertThat(first.text()).contains("'missing'", "does not exist");
    assertThat(first.fix().orElseThrow()).contains("declare: true");
  }

  @Test
  void aWrongPasswordIsAMistakeInTheSetup() throws Exception {
    assertThat(refusal(queues.url().replace(":" + broker.password() + "@", ":not-this-one@")))
        .contains("refuses the user or the password", "Fix: correct url or passwordFile")
        .doesNotContain("not-this-one");
  }

  @Test
  void aBrokerThatIsNotThereIsNamed() throws Exception {
    int nobody = FreePorts.next();

    assertThat(refusal(queues.url(nobody)))
        .contains("no connection to", "127.0.0.1:" + nobody, "Connection refused");
  }
}
