package dev.sluice.rabbitmq;

import static dev.sluice.rabbitmq.Answers.assertFails;
import static dev.sluice.rabbitmq.Answers.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.MessageProperties;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import dev.sluice.rabbitmq.PublishFailed.Reason;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A broker that is killed, and one that is short of memory: a broker of this test's own. */
class PublisherOutageTest {
  private static final Duration WITHIN = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(700);
  private static final AMQP.BasicProperties PERSISTENT = MessageProperties.MINIMAL_PERSISTENT_BASIC;
  private static final EmbeddedRabbit BROKER = EmbeddedRabbit.temporary(RabbitOptions.defaults());

  private final Vertx vertx = Vertx.vertx();
  private final Vhost vhost = new Vhost(BROKER);
  private final ConfirmedPublisher publisher =
      new ConfirmedPublisher(vhost.access(), "the publisher", 500, vertx, new SystemClock());

  @BeforeAll
  static void start() {
    BROKER.start();
  }

  @AfterAll
  static void stop() {
    BROKER.stop();
  }

  @AfterEach
  void close() {
    BROKER.memoryAlarm(false);
    await(publisher.close(WITHIN));
    vhost.close();
    await(vertx.close());
  }

  @Test
  void aKilledBrokerFailsAllThatIsPendingAndTheNextPublishAfterTheRestartIsConfirmed()
      throws Exception {
    vhost.queue("q");
    await(publish(WITHIN, 10));
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      all.add(publish(WITHIN, 1000));
    }
    Awaitility.await().until(() -> all.stream().anyMatch(Future::succeeded));

    BROKER.kill();

    // Long before they would have been given up.
    Awaitility.await()
        .atMost(Duration.ofSeconds(15))
        .until(() -> all.stream().allMatch(Future::isComplete));
    List<Future<Void>> failed = all.stream().filter(Future::failed).toList();
    assertThat(failed).isNotEmpty();
    failed.forEach(each -> assertFails(each, Reason.DISCONNECTED, "'q'"));
    BROKER.start();
    await(publish(WITHIN, 10));
    long confirmed = 2 + all.stream().filter(Future::succeeded).count();
    Awaitility.await().until(() -> vhost.counts("q").ready() >= confirmed);
  }

  @Test
  void whileTheBrokerBlocksPublishersMessagesWaitAndThenFailSayingSo() throws Exception {
    vhost.queue("q");
    BROKER.memoryAlarm(true);
    // A broker tells those that publish, after their first message.
    await(publish(SHORT, 10).otherwiseEmpty());

    assertFails(publish(SHORT, 10), Reason.BLOCKED, "blocks publishers", "memory", "'q'");

    Future<Void> waits = publish(WITHIN, 10);
    BROKER.memoryAlarm(false);
    await(waits);
    assertThat(vhost.counts("q").ready()).isBetween(2L, 3L);
  }

  @Test
  void aBlockedPublisherIsClosedInTime() throws Exception {
    vhost.queue("q");
    BROKER.memoryAlarm(true);
    List<Future<Void>> all = new ArrayList<>();
    // More than fits into the sockets: the thread that sends hangs in one of them, or waits.
    for (int i = 0; i < 200; i++) {
      all.add(publish(WITHIN, 1_000_000));
    }
    long begin = System.nanoTime();

    var unused = await(publisher.close(Duration.ofSeconds(1)).otherwiseEmpty());

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
    assertThat(all).allMatch(Future::isComplete);
  }

  private Future<Void> publish(Duration within, int bytes) {
    return publisher.publish("", "q", PERSISTENT, new byte[bytes], within);
  }
}
